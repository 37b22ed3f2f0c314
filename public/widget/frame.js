/* The page inside the widget's frame: our bar on top, Chainlit's Copilot below. Only a page of the origin that the frame was made for
   can hold it (the browser enforces that), and messages from any other window are ignored. */
(() => {
  const { element, language, moment, notice } = window.threadwise;
  const { base, origin } = document.body.dataset;
  const THREAD = 'chainlit-copilot-thread-id'; /* storage key of the thread that Copilot shows */
  const VISITOR = 'threadwise-visitor';
  const WORDS = {
    en: {
      conversations: 'Conversations', fresh: 'New conversation', more: 'More', close: 'Close', save: 'Save this conversation',
      forget: 'Forget me', sure: 'Delete all of your conversations and files here? This can’t be undone.', yes: 'Delete all', no: 'Keep them',
      another: 'Someone else was let into this chat in this browser.',
      elsewhere: 'All of your conversations and files here were deleted in another window.',
      gone: 'Deleted and checked: {messages} messages and {documents} files.', partly: 'Not all could be deleted yet; it goes on when the server starts again.',
      none: 'No conversations yet.', failed: 'That did not work. Try again.', begin: 'Start anew'
    },
    de: {
      conversations: 'Unterhaltungen', fresh: 'Neue Unterhaltung', more: 'Mehr', close: 'Schließen', save: 'Unterhaltung speichern',
      forget: 'Alles über mich löschen', sure: 'Alle Ihre Unterhaltungen und Dateien hier löschen? Das lässt sich nicht rückgängig machen.', yes: 'Alles löschen', no: 'Behalten',
      another: 'In diesem Browser wurde jemand anderes in diesen Chat eingelassen.',
      elsewhere: 'Alle Ihre Unterhaltungen und Dateien hier wurden in einem anderen Fenster gelöscht.',
      gone: 'Gelöscht und nachgeprüft: {messages} Nachrichten und {documents} Dateien.', partly: 'Noch nicht alles ist gelöscht; es geht beim nächsten Start des Servers weiter.',
      none: 'Noch keine Unterhaltungen.', failed: 'Das ging nicht. Versuchen Sie es noch einmal.', begin: 'Neu beginnen'
    },
    fr: {
      conversations: 'Conversations', fresh: 'Nouvelle conversation', more: 'Plus', close: 'Fermer', save: 'Enregistrer cette conversation',
      forget: 'Tout effacer sur moi', sure: 'Supprimer toutes vos conversations et tous vos fichiers ici ? C’est irréversible.', yes: 'Tout supprimer', no: 'Les garder',
      another: 'Quelqu’un d’autre est entré dans cette discussion avec ce navigateur.',
      elsewhere: 'Toutes vos conversations et tous vos fichiers ici ont été supprimés dans une autre fenêtre.',
      gone: 'Suppression faite et vérifiée. Messages : {messages}, fichiers : {documents}.', partly: 'Tout n’a pas encore pu être supprimé ; la suppression reprendra au prochain démarrage du serveur.',
      none: 'Aucune conversation pour le moment.', failed: 'Cela n’a pas fonctionné. Réessayez.', begin: 'Recommencer'
    },
    es: {
      conversations: 'Conversaciones', fresh: 'Nueva conversación', more: 'Más', close: 'Cerrar', save: 'Guardar esta conversación',
      forget: 'Borrar todo sobre mí', sure: '¿Eliminar todas sus conversaciones y archivos aquí? No se puede deshacer.', yes: 'Eliminar todo', no: 'Conservarlos',
      another: 'Otra persona ha entrado en este chat con este navegador.',
      elsewhere: 'Todas sus conversaciones y archivos aquí se han eliminado en otra ventana.',
      gone: 'Eliminado y comprobado. Mensajes: {messages}, archivos: {documents}.', partly: 'Todavía no se ha podido eliminar todo; continuará la próxima vez que se inicie el servidor.',
      none: 'Aún no hay conversaciones.', failed: 'No ha funcionado. Inténtelo de nuevo.', begin: 'Empezar de nuevo'
    }
  };
  let words = WORDS.en;
  let theme = 'light';
  let home = base; /* the visitor's own path, once one was admitted: requests below it are made as this visitor only */
  let mounted = false;
  let over = false; /* the visitor's data were deleted, or another visitor was admitted */
  let renewal = 0;
  let tries = 0;

  const page = parent; /* the page of the site */
  window.parent = window; /* Copilot passes on to it what the server sends for our scripts, which are in this window */
  const tell = (message) => page.postMessage(message, origin);
  const ask = (method, path) => fetch(home + path, { method }).then((answer) => (answer.ok ? answer.json() : Promise.reject(answer)));

  /* --- browsers that block storage in frames of other sites ------------------------------------------------------------- */

  class Memory {
    kept = new Map();
    getItem(name) { return this.kept.get(name) ?? null; }
    setItem(name, value) { this.kept.set(name, String(value)); }
    removeItem(name) { this.kept.delete(name); }
  }

  const forgetful = ['localStorage', 'sessionStorage'].filter((name) => {
    try {
      return !window[name];
    } catch {
      Object.defineProperty(window, name, { value: new Memory() }); /* Copilot fails without one */
      return true;
    }
  }).length > 0;

  /* --- admission ---------------------------------------------------------------------------------------------------- */

  async function enter(token) {
    clearTimeout(renewal);
    let answer;
    try {
      answer = await fetch(base + '/auth/jwt', { method: 'POST', headers: { Authorization: 'Bearer ' + token } });
    } catch {
      return later();
    }
    if (!answer.ok) return later();
    const { base: given, expires_in: seconds } = await answer.json();
    if (over) return;
    if (mounted && given !== home) return location.reload();
    tries = 0;
    renewal = setTimeout(() => tell('token'), Math.max(1, seconds - Math.min(60, seconds / 3)) * 1000);
    if (mounted) return followVisitor(localStorage.getItem(VISITOR));
    home = given;
    if (localStorage.getItem(VISITOR) !== home) {
      localStorage.removeItem(THREAD); /* another visitor's */
      localStorage.setItem(VISITOR, home);
    }
    if (forgetful) await resume();
    mount(token);
  }

  /* Ends the chat when another visitor was admitted in this browser, so that one visitor's messages do not stay on the screen for the
     next. Visitors of other sites, below another path, do not count: they may be the same person under another name. */
  function followVisitor(last) {
    if (over || home === base || !last || last === home || !last.startsWith(base + '/')) return;
    leave();
    end('another', words.another);
  }

  /* Ends the chat when the same visitor's data were deleted in another tab. */
  function followErasure(erased) {
    if (over || erased !== home) return;
    leave();
    end('elsewhere', words.elsewhere);
  }

  /* Signs the visitor out of the page: no controls but Close, no new tokens, no Copilot. */
  function leave() {
    over = true;
    clearTimeout(renewal);
    for (const each of document.querySelectorAll('header button:not(#close)')) each.disabled = true;
    window.unmountChainlitWidget?.(); /* defined once Copilot is loaded */
  }

  /* Selects the conversation that was last used, where storage is blocked and cannot say which one was shown. */
  async function resume() {
    const { threads: [last] } = await ask('GET', '/api/threads?limit=1').catch(() => ({ threads: [] }));
    if (last) localStorage.setItem(THREAD, JSON.stringify(last.id));
  }

  /* Handles a token that was refused or missing: asks for another at once, then has the page say that the chat is unavailable. A chat
     that is already open goes on asking, after longer and longer pauses. */
  function later() {
    tries += 1;
    if (mounted) renewal = setTimeout(() => tell('token'), Math.min(60, 5 * tries) * 1000);
    else if (tries > 1) tell('failed');
    else tell('token');
  }

  function mount(token) {
    mounted = true;
    const script = element('script', { src: base + '/copilot/index.js' });
    script.onerror = () => tell('failed');
    script.onload = () => {
      if (over) return tell('open');
      window.transports = ['websocket'];
      window.mountChainlitWidget({
        chainlitServer: location.origin + home + (language() === 'en' ? '' : '/' + language()), /* the language of the server's texts */
        accessToken: token,
        theme,
        language: language(),
        displayMode: 'sidebar',
        opened: true,
        customCssUrl: base + '/public/widget/chat.css'
      });
      new MutationObserver(paint).observe(window.cl_shadowRootElement, { attributes: true, attributeFilter: ['class'] });
      const chat = window.cl_shadowRootElement.getRootNode();
      window.threadwise.followChanges(chat, () => window.threadwise.name(chat));
      tell('open');
      focusComposer();
    };
    document.body.append(script);
  }

  function focusComposer(left = 40) {
    const composer = window.cl_shadowRootElement && window.cl_shadowRootElement.querySelector('#chat-input');
    if (composer) composer.focus();
    else if (left && document.hasFocus()) setTimeout(focusComposer, 250, left - 1);
  }

  /* --- colours ------------------------------------------------------------------------------------------------------ */

  function paint() {
    document.documentElement.dataset.theme = theme;
    const root = window.cl_shadowRootElement;
    if (!root || root.classList.contains(theme)) return;
    root.classList.remove('light', 'dark');
    root.classList.add(theme);
    for (const [name, value] of Object.entries((window.theme || {})[theme] || {})) root.style.setProperty(name, value);
  }

  /* --- the bar and its sheets --------------------------------------------------------------------------------------- */

  const icon = (path) => {
    const picture = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
    const line = document.createElementNS('http://www.w3.org/2000/svg', 'path');
    picture.setAttribute('viewBox', '0 0 24 24');
    picture.setAttribute('aria-hidden', 'true');
    line.setAttribute('d', path);
    picture.append(line);
    return picture;
  };
  const heading = element('h1', { textContent: 'Chat' });
  const sheet = element('section', { id: 'sheet', hidden: true });
  const bar = element('header', {}, heading);
  const named = [];
  const button = (id, path, onclick) => {
    const made = element('button', { id, type: 'button', onclick }, icon(path));
    named.push(made);
    bar.append(made);
    return made;
  };
  button('conversations', 'M4 6h16M4 12h16M4 18h10', () => toggle('conversations', list));
  button('fresh', 'M12 5v14M5 12h14', () => begin());
  button('more', 'M5 12h.01M12 12h.01M19 12h.01', () => toggle('more', menu));
  button('close', 'M6 6l12 12M18 6L6 18', () => tell('close'));

  const shows = (name) => !sheet.hidden && sheet.dataset.name === name;

  function toggle(name, fill) {
    if (shows(name)) return hide();
    sheet.dataset.name = name;
    sheet.ariaLabel = words[name];
    sheet.replaceChildren();
    sheet.hidden = false;
    fill();
  }

  function hide() {
    if (sheet.contains(document.activeElement)) document.getElementById(sheet.dataset.name).focus();
    sheet.hidden = true;
  }

  const shown = () => JSON.parse(localStorage.getItem(THREAD) || 'null');

  function begin(thread) {
    hide();
    if (!window.clearChainlitCopilotThreadId) localStorage.setItem(THREAD, JSON.stringify(thread || null)); /* read by Copilot on loading */
    else if (!thread || thread !== shown()) window.clearChainlitCopilotThreadId(thread); /* without a thread: a new one */
    focusComposer();
  }

  const line = (text, onclick) => element('button', { type: 'button', className: 'line', textContent: text, onclick });
  const note = (text) => sheet.replaceChildren(element('p', { textContent: text, role: 'status' }));

  /* Returns a conversation's line with its name and when it was last used, because several may have the same name. */
  function entry(thread) {
    const made = line(thread.name || words.fresh, () => begin(thread.id));
    made.append(element('time', { dateTime: thread.updated_at, textContent: moment(thread.updated_at) }));
    return made;
  }

  async function list() {
    try {
      const { threads } = await ask('GET', '/api/threads?limit=50');
      if (!shows('conversations')) return;
      if (!threads.length) return note(words.none);
      sheet.replaceChildren(...threads.map(entry));
      sheet.firstChild.focus();
    } catch {
      if (shows('conversations')) note(words.failed);
    }
  }

  function menu() {
    const thread = shown();
    const save = element('a', { className: 'line', textContent: words.save, download: '', hidden: !thread });
    save.href = home + '/api/threads/' + encodeURIComponent(thread) + '/export';
    sheet.replaceChildren(save, line(words.forget, sure));
    if (thread) ask('GET', '/api/threads/' + encodeURIComponent(thread)).catch(({ status }) => (save.hidden = status === 404)); /* no messages yet */
    sheet.lastChild.focus();
  }

  function sure() {
    note(words.sure);
    sheet.append(line(words.yes, forget), line(words.no, hide));
    sheet.lastChild.focus();
  }

  async function forget() {
    const others = [...document.querySelectorAll('button:not(#close)')];
    for (const each of others) each.disabled = true;
    try {
      const { deleted, verified } = await ask('DELETE', '/api/widget/visitor');
      leave();
      if (localStorage.getItem(VISITOR) === home) {
        localStorage.removeItem(THREAD);
        localStorage.removeItem(VISITOR);
      }
      end('gone', verified ? words.gone.replace(/{(\w+)}/g, (_, name) => deleted[name]) : words.partly);
    } catch {
      if (over) return; /* another visitor was admitted meanwhile */
      note(words.failed);
      sheet.hidden = false; /* Escape may have hidden it */
      for (const each of others) each.disabled = false;
    }
  }

  function end(name, text) {
    note(text);
    sheet.append(line(words.begin, () => location.reload()));
    sheet.dataset.name = name;
    sheet.hidden = false;
  }

  /* --- events of the chat's elements ------------------------------------------------------------------------------------ */

  let told = null;
  addEventListener('threadwise-unreachable', () => {
    if (!told || !told.isConnected) told = notice(words.failed, 6);
  });

  /* --- messages from the page --------------------------------------------------------------------------------------- */

  addEventListener('message', (event) => {
    if (event.source !== page || event.origin !== origin) return;
    const said = event.data || {};
    if (said.theme) theme = said.theme === 'dark' ? 'dark' : 'light';
    paint();
    if (said.later) later();
    if (!said.token) return;
    if (said.title) heading.textContent = document.title = said.title;
    if (said.lang) document.documentElement.lang = said.lang;
    words = WORDS[language()];
    for (const each of named) each.ariaLabel = each.title = words[each.id];
    if (said.color) document.documentElement.style.setProperty('--colour', said.color);
    enter(String(said.token)).catch(() => tell('failed'));
  });
  addEventListener('storage', ({ key, oldValue, newValue }) => {
    if (key === VISITOR) newValue ? followVisitor(newValue) : followErasure(oldValue);
  });
  addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    if (sheet.hidden || over) tell('close');
    else hide();
  });
  document.body.append(bar, sheet);
  tell('token');
})();
