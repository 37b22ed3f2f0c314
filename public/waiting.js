/* Threadwise: the pauses between attempts to reach a server that is unreachable, on the main page and in the widget's frame. */
(() => {
  const PAUSE = 1000;  /* milliseconds after the first failure, doubled after each further one */
  const LONGEST = 10000;

  /* Resolves after the given time, or as soon as the browser is online again. */
  function pause(milliseconds) {
    return new Promise((over) => {
      const timer = setTimeout(over, milliseconds);
      addEventListener('online', () => { clearTimeout(timer); over(); }, { once: true });
    });
  }

  window.threadwise = { ...window.threadwise, pause, PAUSE, LONGEST };
})();
