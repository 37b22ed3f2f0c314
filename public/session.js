/* Threadwise: keeps the user signed in while the server is unreachable, and their draft when their session was ended. */
(() => {
  const { element, notice, pause, PAUSE, LONGEST } = window.threadwise;
  const SETTLED = 10000;  /* milliseconds after which the page counts as fully drawn */
  const KEPT = 'threadwise-draft';  /* storage key of the address and draft of a session that was ended, and of its user */
  const ENDED = 'You are signed out: this session was ended. Sign in to go on where you were, with what you had typed.';

  const ask = window.fetch.bind(window);

  /* --- an unreachable server ---------------------------------------------------------------------------------------- */

  const isAway = (answer) => !answer || answer.status >= 500;
  const asked = (given) => ask(...given).catch(() => null);

  /* Chainlit takes any failure to mean that nobody is signed in, and goes to the login page, which may be unreachable too. So this
     request is repeated until the server responds. */
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

  /* --- a session that was ended ------------------------------------------------------------------------------------- */

  let here = null;
  const box = () => document.getElementById('chat-input');

  function keep() {
    if (!here) return;
    const text = box() ? box().value : '';
    sessionStorage.setItem(KEPT, JSON.stringify({ user: here, path: location.pathname + location.search, text }));
  }

  /* Restores the address and the draft, but only for the user who wrote it: another user may sign in in this tab. */
  function bringBack() {
    const kept = JSON.parse(sessionStorage.getItem(KEPT));
    if (!kept) return;
    if (kept.user === here && kept.path !== location.pathname + location.search) return location.replace(kept.path);
    sessionStorage.removeItem(KEPT);
    if (kept.user === here && kept.text) write(kept.text);
  }

  /* Puts a text into the message box. Chainlit redraws the box when it is connected, and again with a conversation's messages, so the
     text is put into each new box that is empty, until the user does something or the page is fully drawn. */
  function write(text) {
    let written = null;
    const put = () => {
      if (!box() || box() === written || box().value) return;
      written = box();
      Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value').set.call(written, text);  /* bypasses React's setter */
      written.dispatchEvent(new Event('input', { bubbles: true }));
    };
    const watch = new MutationObserver(put);
    const stop = () => watch.disconnect();
    watch.observe(document.body, { childList: true, subtree: true });
    for (const kind of ['keydown', 'pointerdown']) addEventListener(kind, stop, { once: true });
    setTimeout(stop, SETTLED);
    put();
  }

  async function seen(answer) {
    if (answer.ok) {
      here = (await answer.clone().json()).identifier;
      bringBack();
    } else if (answer.status === 401 && !here && sessionStorage.getItem(KEPT)) notice(ENDED);
    return answer;
  }

  function signedOut() {
    here = null;
    for (const name of [KEPT, 'threadwise-thread']) sessionStorage.removeItem(name);
  }

  window.addEventListener('message', (event) => {
    if (event.source !== window || !event.data || event.data.threadwise !== 'shut-out') return;
    const onclick = () => { keep(); location.reload(); };
    notice(ENDED, 0, element('button', { type: 'button', textContent: 'Sign in', onclick }));
  });

  window.fetch = async (...given) => {
    const [url, options] = given;
    const answer = String(url).endsWith('/user') ? await user(given) : await ask(...given);
    if (answer.status === 401) keep();  /* Chainlit goes to the login page on this */
    if (answer.ok && options && options.method === 'POST' && String(url).endsWith('/logout')) signedOut();
    return String(url).endsWith('/user') ? seen(answer) : answer;
  };
})();
