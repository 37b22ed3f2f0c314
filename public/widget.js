/* what a page loads before the first click: docs/widget.md */
(() => {
  const me = document.currentScript;
  const first = window.threadwiseButton;
  if (first && (first.isConnected || !document.body)) return console.warn('Threadwise: the chat is here already.');
  const page = document.documentElement;
  const make = (tag) => document.createElement(tag);
  const set = me.dataset;
  const host = me.src.split('public/widget.js')[0];
  const lang = set.language || page.lang || navigator.language;
  const [away, name = 'Chat'] = {
    de: ['Der Chat ist gerade nicht erreichbar.'],
    fr: ['La discussion est indisponible.', 'Discussion'],
    es: ['El chat no está disponible.']
  }[lang.slice(0, 2)] || ['Chat is unavailable.'];
  const title = set.title || name;
  const side = set.position == 'left' ? 'left' : 'right';
  const box = window.threadwiseButton = make('div');
  const root = box.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet(); /* pages may forbid style elements; !important beats their rules */
  sheet.replaceSync(`:host{all:initial!important;position:fixed!important;z-index:2147483000!important;bottom:var(--threadwise-bottom,20px)!important;${side}:20px!important}
@media print{:host{display:none!important}}
button{all:unset;display:grid;border-radius:50%;background:currentColor;cursor:pointer;box-shadow:0 4px 14px #0005;forced-color-adjust:none}
button:focus-visible{outline:3px solid Highlight;outline-offset:3px}
button:before{content:'';width:26px;height:26px;margin:15px;background:#fff;background:lch(from currentColor calc((50 - l)*infinity) 0 0);clip-path:path('M5 3h16q2 0 2 2v11q0 2-2 2H12l-5 5v-5H5q-2 0-2-2V5q0-2 2-2')}
p{position:absolute;bottom:56px;${side}:0;width:max-content;max-width:70vw;padding:10px 14px;border-radius:8px;background:#222;color:#fff;font:15px system-ui}
p:empty{display:none}`);
  root.adoptedStyleSheets = [sheet];
  box.id = 'threadwise';
  const button = make('button');
  const note = make('p');
  button.ariaExpanded = 'false';
  button.ariaLabel = title;
  note.role = 'alert';
  root.append(button, note);
  button.style.color = set.color || '#2f5fd0';

  const fail = () => {
    note.textContent = away;
    button.onclick = load;
  };
  /* for Trusted Types; made once, as a page may refuse a second policy */
  const rest = host + 'public/widget/open.js';
  const source = box.source = first?.source || window.trustedTypes?.createPolicy('threadwise', { createScriptURL: () => rest }).createScriptURL('') || rest;
  const load = () => {
    const script = make('script');
    note.textContent = '';
    button.onclick = null;
    script.nonce = me.nonce;
    script.src = source;
    script.onload = () => window.threadwiseWidget({ host, set, lang, title, side, root, sheet, button, fail });
    script.onerror = fail;
    page.append(script);
  };
  button.onclick = load;
  const put = () => page.append(box);
  document.body ? put() : addEventListener('DOMContentLoaded', put);
})();
