/* Threadwise: additions to Chainlit's conversations: undo after a delete, more entries in a conversation's menu, and links that open
   a conversation at a message or at a place in a document. Nodes drawn by React are left alone, except that entries are appended to
   the menu, and a button to what says that there are no conversations, which are always removed as a whole. */
(() => {
  const { element, notice, reload } = window.threadwise;
  const UNDO_SECONDS = 10;
  const sharing = document.currentScript.dataset.sharing === 'on';
  const address = (thread) => '/api/threads/' + encodeURIComponent(thread);

  /* --- requests to the server ---------------------------------------------------------------------------------------- */

  /* Sends JSON, or a file as it is. */
  async function sent(path, method, body) {
    const options = body instanceof File
      ? { method, headers: { 'Content-Type': 'application/octet-stream' }, body }
      : { method, headers: { 'Content-Type': 'application/json' }, body: body && JSON.stringify(body) };
    const answer = await ask(path, options);
    const said = await answer.json().catch(() => ({}));
    if (!answer.ok) throw Object.assign(new Error(said.detail || 'This could not be done.'), { status: answer.status });
    return said;
  }

  const UNREACHABLE = 'The server could not be reached. Try again in a moment.';

  async function tried(work) {
    try {
      await work();
    } catch (error) {
      notice(error instanceof TypeError ? UNREACHABLE : error.message, 6);
    }
  }

  let told = null;
  window.addEventListener('threadwise-unreachable', () => {
    if (!told || !told.isConnected) told = notice(UNREACHABLE, 6);
  });

  /* --- undo ---------------------------------------------------------------------------------------------------------- */

  /* Deleted conversations that can still be restored. While there are others, reloading the page would remove their Undo buttons: so
     a restored conversation is opened without a reload, and Chainlit's list, which lacks it, is reloaded after the last Undo expires. */
  const waiting = new Set();
  let unlisted = false;

  function deleted(thread) {
    if (sessionStorage.getItem('threadwise-thread') === thread) sessionStorage.removeItem('threadwise-thread');
    const undo = element('button', { type: 'button', textContent: 'Undo' });
    const link = document.querySelector('a[href="/thread/' + encodeURIComponent(thread) + '"]');
    const shown = notice(link ? '“' + link.textContent.trim() + '” is deleted.' : 'Conversation deleted.', UNDO_SECONDS, undo);
    waiting.add(thread);
    setTimeout(() => over(thread), UNDO_SECONDS * 1000);
    leave(thread, 6);
    undo.onclick = () => tried(async () => {
      undo.disabled = true;
      await sent(address(thread) + '/restore', 'POST').finally(() => { undo.disabled = false; });
      shown.remove();
      waiting.delete(thread);
      broughtBack('/thread/' + encodeURIComponent(thread));
    });
  }

  /* Leaves a deleted conversation, in several attempts: Chainlit reconnects before it deletes, which may draw the conversation again. */
  function leave(thread, tries) {
    if (!tries || !waiting.has(thread)) return;
    const fresh = document.getElementById('new-chat-button');
    if (location.pathname === '/thread/' + encodeURIComponent(thread) && fresh) fresh.click();
    setTimeout(() => leave(thread, tries - 1), 500);
  }

  function broughtBack(path) {
    if (!waiting.size) return location.assign(path);
    unlisted = true;
    history.pushState(history.state, '', path);
    routed();
  }

  function over(thread) {
    waiting.delete(thread);
    const draft = document.getElementById('chat-input');
    const busy = document.getElementById('stop-button') || (draft && (draft.value || draft.textContent).trim());
    if (unlisted && !waiting.size && !busy) reload();
  }

  /* Runs requests one after another. Chainlit's page connects twice when a conversation is opened by its address, first to none, and
     each connection waits for this cookie: if the responses came out of order, the first would win and the page would stay empty. */
  let turn = Promise.resolve();
  function inTurn(work) {
    const done = turn.then(work);
    turn = done.then(() => {}, () => {}).then(() => new Promise((next) => setTimeout(next)));
    return done;
  }

  /* Returns a network error with our own sentence, because Chainlit shows the browser's wording of it. */
  function inWords(error) {
    return error instanceof TypeError ? Object.assign(new TypeError(UNREACHABLE), { name: '' }) : error;
  }

  const ask = window.fetch.bind(window);
  window.fetch = async (...given) => {
    const [url, options] = given;
    if (String(url).endsWith('/set-session-cookie')) return inTurn(() => ask(...given));
    const answer = await ask(...given).catch((error) => { throw inWords(error); });
    if (answer.ok && options && options.method === 'DELETE' && String(url).endsWith('/project/thread')) {
      deleted(JSON.parse(options.body).threadId);
    }
    return answer;
  };

  /* --- the browser's history ------------------------------------------------------------------------------------------ */

  /* Chainlit pushes a history entry when a conversation appears on the empty page: one that was just begun, or the last one when the
     user goes back to the empty page, so that nobody could go back any further. Here a new conversation replaces the entry of its
     empty page, and going back to an empty page begins a new conversation. */
  const push = history.pushState.bind(history);
  let followed = null;
  document.addEventListener('click', (event) => {
    const link = event.target.closest && event.target.closest('a[href]');
    followed = link && link.pathname;
    setTimeout(() => { followed = null; });
  }, true);
  history.pushState = (state, unused, address) => {
    const path = address && new URL(address, location).pathname;
    const isSame = path === '/' && location.pathname === '/';
    const isBegun = path && path.startsWith('/thread/') && location.pathname === '/' && path !== followed;
    if (isSame || isBegun) history.replaceState(state, unused, address);
    else push(state, unused, address);
    if (isBegun) begun();
  };
  window.addEventListener('popstate', (event) => {
    const fresh = document.getElementById('new-chat-button');
    if (event.isTrusted && location.pathname === '/' && fresh) fresh.click();
  }, true);

  /* --- a conversation's menu ----------------------------------------------------------------------------------------- */

  let chosen = null;
  const remember = (event) => {
    const line = event.target.closest && event.target.closest('#thread-options') && event.target.closest('a[href^="/thread/"], li');
    const link = line && (line.matches('a') ? line : line.querySelector('a[href^="/thread/"]'));
    if (link) chosen = decodeURIComponent(link.getAttribute('href').slice('/thread/'.length));
  };
  document.addEventListener('pointerdown', remember, true);
  document.addEventListener('keydown', remember, true);

  function entry(like, words, act) {
    const made = element('div', { className: like.className, textContent: words, tabIndex: -1 });
    made.classList.add('tw-entry');
    made.setAttribute('role', 'menuitem');
    made.onclick = (event) => {
      event.stopPropagation();
      tried(act);
    };
    return made;
  }

  async function extend(menu, like) {
    const thread = chosen;
    const known = await ask(address(thread)).then((answer) => (answer.ok ? answer.json() : null), () => null);
    if (!known || !menu.isConnected) return;
    const query = '?thread=' + encodeURIComponent(thread);
    const change = async (values) => {
      await sent(address(thread), 'PATCH', values);
      reload();
    };
    menu.append(
      entry(like, known.pinned ? 'Unpin' : 'Pin', () => change({ pinned: !known.pinned })),
      entry(like, known.archived ? 'Unarchive' : 'Archive', () => change({ archived: !known.archived })),
      entry(like, 'Memory', async () => location.assign('/memory' + query)),
      entry(like, 'Import', async () => {
        chooseImport();
        closeMenu();
      }),
      entry(like, 'Export', async () => {
        element('a', { href: address(thread) + '/export', download: '' }).click();
        closeMenu();
      })
    );
    if (sharing) menu.append(entry(like, 'Share', async () => location.assign('/share' + query)));
  }

  function closeMenu() {
    document.body.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
  }

  /* An empty list has no conversation with a menu, so it offers the import itself: inside what says that it is empty, which is removed
     as a whole. */
  function offerImport() {
    const empty = document.querySelector('#thread-history > .alert.bg-blue-50');
    if (!empty || empty.querySelector('.tw-import')) return;
    empty.append(element('button', { type: 'button', className: 'tw-import', textContent: 'Import a conversation', onclick: chooseImport }));
  }

  /* Lets the user choose an exported conversation, or ChatGPT's, and opens what it became. */
  function chooseImport() {
    const input = element('input', { type: 'file', accept: '.zip,.json' });
    input.onchange = () => tried(() => importFile(input.files[0]));
    input.click();
  }

  async function importFile(file) {
    const shown = notice('“' + file.name + '” is being imported.');
    try {
      const { threads } = await sent('/api/threads/import', 'POST', file);
      location.assign(threads.length === 1 ? '/thread/' + encodeURIComponent(threads[0].id) : '/');
    } finally {
      shown.remove();
    }
  }

  /* Radix's keyboard navigation knows only its own entries; this one moves through all of them. */
  document.addEventListener('keydown', (event) => {
    const menu = event.target.closest && event.target.closest('[role="menu"]');
    if (!menu || !menu.querySelector('.tw-entry')) return;
    const entries = [...menu.querySelectorAll('[role="menuitem"]')];
    const at = entries.indexOf(document.activeElement);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const from = at < 0 && step < 0 ? 0 : at;  /* with none focused, up goes to the last */
    if (step) entries[(from + step + entries.length) % entries.length].focus();
    else if (at >= 0 && entries[at].matches('.tw-entry') && (event.key === 'Enter' || event.key === ' ')) entries[at].click();
    else return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);

  /* The Memory link in the header opens the memory of the conversation on the screen. */
  document.addEventListener('click', (event) => {
    const here = /^\/thread\/([^/]+)/.exec(location.pathname);
    if (!here || !event.target.closest || !event.target.closest('a[href="/memory"]')) return;
    event.preventDefault();
    location.assign('/memory?thread=' + here[1]);
  }, true);

  /* --- versions of an edited question -------------------------------------------------------------------------------- */

  let edited = { thread: null, forms: {}, current: {} };

  window.addEventListener('message', (event) => {
    if (event.source !== window || !event.data || event.data.threadwise !== 'branches') return;
    edited = event.data;
    sessionStorage.setItem('threadwise-thread', edited.thread);  /* our other pages link back to it */
    if (location.pathname === '/') showAddress(edited.thread);
    document.querySelectorAll('.tw-forms').forEach((shown) => shown.remove());
    offerForms();
  });

  /* Sets the address of a new conversation, as Chainlit's list of conversations does; on a narrow page that list is not there until it
     is opened. */
  function showAddress(thread) {
    history.replaceState(history.state, '', '/thread/' + encodeURIComponent(thread));
    begun();
    routed();
  }

  function begun() {
    dispatchEvent(new Event('threadwise-begun'));  /* the empty page has become a conversation */
  }

  function routed() {
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }));  /* makes Chainlit's router read the address */
  }

  function offerForms() {
    for (const [question, forms] of Object.entries(edited.forms)) {
      const step = document.getElementById('step-' + question);
      if (step && forms.length > 1 && !step.querySelector('.tw-forms')) step.append(drawnForms(question, forms));
    }
  }

  function drawnForms(question, forms) {
    const at = forms.indexOf(edited.current[question]);
    const group = element('div', { className: 'tw-forms' });
    group.setAttribute('role', 'group');
    group.setAttribute('aria-label', 'Versions of this question');
    group.append(
      control('‹', 'Earlier version of this question', at > 0 && (() => goOn(question, forms[at - 1]))),
      element('span', { textContent: at + 1 + ' / ' + forms.length }),
      control('›', 'Later version of this question', at < forms.length - 1 && (() => goOn(question, forms[at + 1]))),
      control('Delete', 'Delete this version of the question', () => forget(question, forms[at], forms[at ? at - 1 : 1]))
    );
    return group;
  }

  function control(words, name, act) {
    const made = element('button', { type: 'button', textContent: words, disabled: !act });
    made.setAttribute('aria-label', name);
    if (act) made.onclick = () => tried(act);
    return made;
  }

  const form = (question, number) => address(edited.thread) + '/messages/' + encodeURIComponent(question) + '/branches/' + number;

  function atRest() {
    if (document.getElementById('stop-button')) throw new Error('An answer is being written. Stop it, or wait until it is whole.');
  }

  async function goOn(question, number) {
    atRest();
    await sent(form(question, number), 'POST');
    const there = '#source=message&unmarked=yes&parent=' + encodeURIComponent(question);
    history.replaceState(null, '', '/thread/' + encodeURIComponent(edited.thread) + there);
    reload();
  }

  async function forget(question, number, instead) {
    atRest();
    if (!confirm('Delete this version of the question, and everything that was said after it?')) return;
    await sent(form(question, instead), 'POST');
    await sent(form(question, number), 'DELETE');
    await goOn(question, instead);
  }

  /* --- links to a place ---------------------------------------------------------------------------------------------- */

  let wanted = null;

  function aim() {
    const said = new URLSearchParams(location.hash.slice(1));
    wanted = said.has('source') ? Object.fromEntries(said) : null;
    if (wanted && wanted.source === 'document') openDocument(wanted, 10);
  }

  function openDocument(there, tries) {
    if (there !== wanted || !tries || document.getElementById('side-view-content')) return;
    const numbers = { start: Number(there.start || 0), end: Number(there.end || 0) };
    if (document.querySelector('#chat-input')) window.postMessage({ threadwise: 'open_source', ...there, ...numbers }, location.origin);
    setTimeout(() => openDocument(there, tries - 1), 1000);
  }

  function goThere() {
    const step = wanted && wanted.source === 'message' && document.getElementById('step-' + wanted.parent);
    if (!step) return;
    setTimeout(() => step.scrollIntoView({ block: 'center' }), 400);  /* after the page's own scroll to the end */
    if (!wanted.unmarked) step.classList.add('tw-there');
    wanted = null;
  }

  window.addEventListener('hashchange', aim);
  aim();

  new MutationObserver(() => {
    const like = document.querySelector('[role="menu"] #rename-thread');
    const menu = like && like.closest('[role="menu"]');
    if (menu && chosen && !menu.dataset.extended) {
      menu.dataset.extended = 'yes';
      extend(menu, like);
    }
    offerImport();
    goThere();
    offerForms();
  }).observe(document.body, { childList: true, subtree: true });

  window.threadwise = { ...window.threadwise, address, atRest, sent, tried };
})();
