/* Threadwise: who is signed in, while the server is away. */
(() => {
  const { notice } = window.threadwise;
  const PAUSE = 1000;  /* milliseconds after a first failure, then twice as many each time */
  const LONGEST = 10000;

  const ask = window.fetch.bind(window);
  const isAway = (answer) => !answer || answer.status >= 500;
  const asked = (given) => ask(...given).catch(() => null);

  /* Resolves early when the browser is online again. */
  function pause(milliseconds) {
    return new Promise((over) => {
      const timer = setTimeout(over, milliseconds);
      addEventListener('online', () => { clearTimeout(timer); over(); }, { once: true });
    });
  }

  /* Chainlit takes every failure for nobody being signed in, and leaves for the login page, which may not be there either. */
  let back = null;
  async function user(given) {
    const answer = back ? null : await asked(given);
    if (!isAway(answer)) return answer;
    back = back || whenBack(given).finally(() => { back = null; });
    return (await back).clone();
  }

  async function whenBack(given) {
    const shown = notice('The server could not be reached. It is tried again by itself.');
    for (let wait = PAUSE; ; wait = Math.min(LONGEST, wait * 2)) {
      await pause(wait);
      const answer = await asked(given);
      if (isAway(answer)) continue;
      shown.remove();
      return answer;
    }
  }

  window.fetch = (...given) => (String(given[0]).endsWith('/user') ? user(given) : ask(...given));
})();
