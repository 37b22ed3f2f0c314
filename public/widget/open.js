/* The widget after the first click on it: a frame from the server, and the messages between page and frame. The page sends the
   token, its colours and its language; the frame asks for a new token before the old one expires. */
window.threadwiseWidget = ({ host, set, lang, title, side, root, sheet, button, fail }) => {
  const there = new URL(host).origin;
  const ANSWER = 20000; /* milliseconds until a frame that sends nothing counts as unreachable */
  const REFUSED = 4000; /* the same after the frame has loaded something: our page would send a message at once */
  const LOADING = 90000; /* for the whole chat to load over a slow connection */
  const frame = document.createElement('iframe');
  let greeted = false;
  let opened = false;
  let timer = 0;

  if (!root.querySelector('iframe')) {
    sheet.insertRule(`iframe{position:absolute;bottom:70px;${side}:0;width:410px;height:min(680px,100vh - 110px);border:0;border-radius:14px;box-shadow:0 8px 40px #0005;background:Canvas}`);
    sheet.insertRule('@media(max-width:600px),(max-height:500px){iframe{position:fixed;inset:0;width:100%;height:100%;border-radius:0}}', 1);
  }

  /* --- light or dark, like the page --------------------------------------------------------------------------------- */

  const theme = () => {
    if (set.theme === 'light' || set.theme === 'dark') return set.theme;
    for (const element of [document.body, document.documentElement]) {
      const colour = /^rgba?\((\d+), (\d+), (\d+)(?:, ([\d.]+))?/.exec(getComputedStyle(element).backgroundColor);
      if (colour && colour[4] !== '0') return 0.3 * colour[1] + 0.6 * colour[2] + 0.1 * colour[3] < 128 ? 'dark' : 'light';
    }
    const follows = /dark/.test(getComputedStyle(document.documentElement).colorScheme);
    return follows && matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  };
  const say = (message) => frame.contentWindow && frame.contentWindow.postMessage(message, there);
  const repaint = () => say({ theme: theme() });
  const watch = new MutationObserver(repaint);

  /* --- open, close, give up ----------------------------------------------------------------------------------------- */

  const show = (open) => {
    frame.hidden = !open;
    button.ariaExpanded = String(open);
    (open ? frame : button).focus();
  };
  const within = (milliseconds) => {
    clearTimeout(timer);
    timer = setTimeout(giveUp, milliseconds);
  };
  const giveUp = () => {
    clearTimeout(timer);
    watch.disconnect();
    removeEventListener('message', hear);
    matchMedia('(prefers-color-scheme: dark)').removeEventListener('change', repaint);
    frame.remove();
    button.ariaExpanded = 'false';
    fail();
  };

  /* --- tokens ------------------------------------------------------------------------------------------------------- */

  const token = async () => {
    try {
      const answer = await fetch(set.tokenUrl, { cache: 'no-store' });
      if (!answer.ok) throw new Error(answer.status);
      const text = await answer.text();
      const given = text.startsWith('{') ? JSON.parse(text).token : text.trim();
      say({ token: given, theme: theme(), title, lang, color: set.color });
    } catch {
      if (opened) say({ later: true });
      else giveUp();
    }
  };
  const hear = ({ source, origin, data }) => {
    if (source !== frame.contentWindow || origin !== there) return;
    if (data === 'token') {
      greeted = true;
      if (!opened) within(LOADING);
      token();
    } else if (data === 'open') {
      opened = true;
      clearTimeout(timer);
    } else if (data === 'close') show(false);
    else if (data === 'failed') giveUp();
  };

  addEventListener('message', hear);
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', repaint);
  for (const element of [document.documentElement, document.body]) watch.observe(element, { attributes: true });
  frame.title = title;
  frame.allow = 'clipboard-write';
  frame.onload = () => greeted || within(REFUSED);
  frame.src = host + 'widget/frame?origin=' + encodeURIComponent(location.origin);
  button.onclick = () => show(frame.hidden);
  within(ANSWER);
  root.append(frame);
  show(true);
};
