/* Threadwise on any page: docs/widget.md. Only this button is loaded before the first click. */
(() => {
  const me = document.currentScript;
  const first = window.threadwiseButton;
  if (first && (first.isConnected || !document.body)) return console.warn('Threadwise: this page has the chat already.');
  const set = me.dataset;
  const host = me.src.replace(/public\/widget\.js.*/, '');
  const lang = set.language || document.documentElement.lang || navigator.language || 'en';
  const words = {
    de: ['Chat', 'Der Chat ist gerade nicht erreichbar.'],
    fr: ['Discussion', 'La discussion est indisponible.'],
    es: ['Chat', 'El chat no está disponible.']
  }[lang.slice(0, 2)] || ['Chat', 'Chat is unavailable.'];
  const title = set.title || words[0];
  const side = set.position == 'left' ? 'left' : 'right';
  const box = window.threadwiseButton = document.createElement('div');
  const root = box.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet(); /* the page's own policy may forbid style elements */
  sheet.replaceSync(`:host{all:initial;position:fixed;z-index:2147483000;bottom:20px;${side}:20px;font:15px system-ui,sans-serif}
[hidden]{display:none!important}
button{all:unset;display:grid;place-items:center;width:56px;height:56px;border-radius:50%;cursor:pointer;box-shadow:0 4px 14px #0005;forced-color-adjust:none}
button:focus-visible{outline:3px solid Highlight;outline-offset:3px}
button:before{content:'';width:26px;height:26px;background:#fff;clip-path:path('M5 3h16q2 0 2 2v11q0 2-2 2H12l-5 5v-5H5q-2 0-2-2V5q0-2 2-2')}
p{position:absolute;bottom:56px;${side}:0;width:max-content;max-width:70vw;padding:10px 14px;border-radius:8px;background:#222;color:#fff}`);
  root.adoptedStyleSheets = [sheet];
  box.id = 'threadwise';
  const button = document.createElement('button');
  const note = document.createElement('p');
  button.ariaExpanded = 'false';
  button.ariaLabel = title;
  note.role = 'alert';
  note.hidden = true;
  root.append(button, note);
  button.style.background = set.color || '#2f5fd0';

  const fail = () => {
    note.textContent = words[1];
    note.hidden = false;
    button.onclick = load;
  };
  /* for pages on which a script's address has to be a trusted one; made once, as some allow no second */
  const rest = host + 'public/widget/open.js';
  const source = box.source = first?.source || window.trustedTypes?.createPolicy('threadwise', { createScriptURL: () => rest }).createScriptURL('') || rest;
  const load = () => {
    const script = document.createElement('script');
    note.hidden = true;
    button.onclick = null;
    script.nonce = me.nonce;
    script.src = source;
    script.onload = () => window.threadwiseWidget({ host, set, lang, title, side, root, sheet, button, fail });
    script.onerror = fail;
    document.head.append(script);
  };
  button.onclick = load;
  const put = () => document.body.append(box);
  if (document.body) put();
  else addEventListener('DOMContentLoaded', put);
})();
