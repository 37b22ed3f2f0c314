/* Threadwise: keeps the user signed in while the server is unreachable, and their draft until the page is connected, when it is
   reloaded, and when their session was ended. */
(() => {
  const { element, notice, pause, PAUSE, LONGEST } = window.threadwise;
  const KEPT = 'threadwise-draft';  /* storage key of the address and draft of a session that was ended, and of its user */
  const ENDED = 'You are signed out: this session was ended. Sign in to go on where you were, with what you had typed.';

  const ask = window.fetch.bind(window);
  const box = () => document.getElementById('chat-input');
  const sends = (event) => event.target === box() && event.key === 'Enter' && !event.shiftKey && !event.isComposing;

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

  /* --- a draft while the message box is drawn anew ------------------------------------------------------------------ */

  /* Chainlit draws a new, empty message box when it is connected, and with a conversation's messages; the draft is put into it, unless
     it was sent or belongs to another conversation. */
  let draft = null;

  /* Puts a text into the message box, or into the first one that is drawn. */
  function write(text) {
    draft = { value: text, path: location.pathname };
    follow();
  }

  function follow() {
    const now = box();
    if (!draft || !now || now === draft.box) return;
    if (draft.path !== location.pathname) draft = null;
    else if (!now.value) set(now, draft.value);
  }

  function set(box, value) {
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value').set.call(box, value);  /* bypasses React's setter */
    box.dispatchEvent(new Event('input', { bubbles: true }));
  }

  window.addEventListener('threadwise-begun', () => {
    if (draft && draft.path === '/') draft.path = location.pathname;
  });
  document.addEventListener('input', ({ target }) => {
    if (target === box()) draft = { box: target, value: target.value, path: location.pathname };
  }, true);
  document.addEventListener('click', ({ target }) => {
    if (target.closest && target.closest('#chat-submit:enabled')) draft = null;
  }, true);
  document.addEventListener('keydown', (event) => {
    if (sends(event) && document.querySelector('#chat-submit:enabled')) draft = null;
  }, true);
  new MutationObserver(follow).observe(document.body, { childList: true, subtree: true });

  /* --- a session that was ended, a page that is left ------------------------------------------------------------------ */

  let here = null;

  /* `left`: the user went by himself, and is not led back to this address. */
  function keep(left = false) {
    if (!here) return;
    const text = box() ? box().value : '';
    sessionStorage.setItem(KEPT, JSON.stringify({ user: here, path: location.pathname + location.search, text, left }));
  }

  window.addEventListener('pagehide', () => {
    const isKept = sessionStorage.getItem(KEPT) || document.getElementById('tw-incognito');
    if (box() && box().value && !isKept) keep(true);
  });

  function reload() {
    keep();
    location.reload();
  }

  /* Restores the address and the draft, but only for the user who wrote it: another user may sign in in this tab. */
  function bringBack() {
    const kept = JSON.parse(sessionStorage.getItem(KEPT));
    if (!kept) return;
    const mine = kept.user === here, elsewhere = kept.path !== location.pathname + location.search;
    if (mine && elsewhere && !kept.left) return location.replace(kept.path);
    sessionStorage.removeItem(KEPT);
    if (mine && !elsewhere && kept.text) write(kept.text);
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
    notice(ENDED, 0, element('button', { type: 'button', textContent: 'Sign in', onclick: reload }));
  });

  window.fetch = async (...given) => {
    const [url, options] = given;
    const answer = String(url).endsWith('/user') ? await user(given) : await ask(...given);
    if (answer.status === 401) keep();  /* Chainlit goes to the login page on this */
    if (answer.ok && options && options.method === 'POST' && String(url).endsWith('/logout')) signedOut();
    return String(url).endsWith('/user') ? seen(answer) : answer;
  };

  window.threadwise = { ...window.threadwise, reload, sends, set };
})();
