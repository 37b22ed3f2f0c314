/* Threadwise: how long is waited for a server that is away before it is tried again, on our page and in the widget's frame. */
(() => {
  const PAUSE = 1000;  /* milliseconds after a first failure, then twice as many each time */
  const LONGEST = 10000;

  /* Resolves early when the browser is online again. */
  function pause(milliseconds) {
    return new Promise((over) => {
      const timer = setTimeout(over, milliseconds);
      addEventListener('online', () => { clearTimeout(timer); over(); }, { once: true });
    });
  }

  window.threadwise = { ...window.threadwise, pause, PAUSE, LONGEST };
})();
