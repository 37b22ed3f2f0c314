/* Threadwise on any page: docs/widget.md. Only this button is loaded before the first click. */
(() => {
  const me = document.currentScript;
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
  const box = document.createElement('div');
  const root = box.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet(); /* the page's own policy may forbid style elements */
  sheet.replaceSync(`:host{all:initial;position:fixed;z-index:2147483000;bottom:20px;${side}:20px;font:15px system-ui,sans-serif}
[hidden]{display:none!important}
button{all:unset;display:grid;place-items:center;width:56px;height:56px;border-radius:50%;cursor:pointer;box-shadow:0 4px 14px #0005}
button:focus-visible{outline:3px solid Highlight;outline-offset:3px}
svg{width:26px;fill:none;stroke:#fff;stroke-width:2;stroke-linejoin:round}
p{position:absolute;bottom:56px;${side}:0;width:max-content;max-width:70vw;padding:10px 14px;border-radius:8px;background:#222;color:#fff}`);
  root.adoptedStyleSheets = [sheet];
  box.id = 'threadwise';
  root.innerHTML = '<button aria-expanded="false"><svg viewBox="0 0 24 24" aria-hidden="true"><path d="M4 4h16v12H10l-5 4v-4H4z"/></svg></button><p role="alert" hidden></p>';
  const [button, note] = root.children;
  button.ariaLabel = title;
  button.style.background = set.color || '#2f5fd0';

  const fail = () => {
    note.textContent = words[1];
    note.hidden = false;
    button.onclick = load;
  };
  const load = () => {
    const script = document.createElement('script');
    note.hidden = true;
    button.onclick = null;
    script.src = host + 'public/widget/open.js';
    script.onload = () => window.threadwiseWidget({ host, set, lang, title, side, root, sheet, button, fail });
    script.onerror = fail;
    document.head.append(script);
  };
  button.onclick = load;
  const put = () => document.body.append(box);
  if (document.body) put();
  else addEventListener('DOMContentLoaded', put);
})();
