/* Threadwise: what Chainlit's page lacks for the keyboard, screen readers and the clipboard, besides names and roles (naming.js).
   Changes attributes and focus only, never nodes that React draws. */
(() => {
  const { followChanges, name } = window.threadwise;

  /* --- announcements for screen readers ----------------------------------------------------------------------------- */

  const status = document.createElement('div');
  status.id = 'threadwise-status';
  status.className = 'tw-hidden';
  status.setAttribute('role', 'status');
  status.setAttribute('aria-live', 'polite');
  let due = false;
  let told = '';

  const isWritten = () => document.getElementById('stop-button') !== null;

  /* Has an answer read out once, when it is complete: nobody could follow it word by word. Answers from before the page was opened are
     not read out; `due` is true once an answer was begun since then, however short a time it took. */
  function tell() {
    const answer = [...document.querySelectorAll('[data-step-type="user_message"], .ai-message')].pop();
    const found = answer && answer.querySelector('.tw-summary span');
    const text = answer && answer.querySelector('.message-content > div:first-child');
    if (isWritten()) told = found ? found.textContent + '. The answer is being written.' : 'Searching';
    else if (due && answer && answer.matches('.ai-message') && text && text.innerText && !text.innerText.endsWith('(still being written)')) {
      told = /^\*?Reading part/.test(text.innerText) ? '' : 'Answer: ' + text.innerText;
      due = false;
    }
    if (status.textContent !== told) status.textContent = told;
  }

  /* --- the side panel ----------------------------------------------------------------------------------------------- */

  const panel = () => document.getElementById('side-view-content');
  let opened = false;
  let opener = null;

  /* Focuses the side panel when it opens, and what opened it when it closes. */
  function follow() {
    const now = panel();
    if (now && !opened) {
      const frame = now.closest('aside');
      if (frame && !frame.contains(document.activeElement)) {
        frame.tabIndex = -1;
        frame.focus({ preventScroll: true });
      }
    }
    const back = !now && opened && opener && !isWriting() ? redrawn(opener) : null;
    if (back) back.focus({ preventScroll: true });
    opened = Boolean(now);
    followBack();
  }

  /* Chainlit may draw the text of an answer anew, so a marker is found again by its place among those of the same text. */
  const alike = (step, { tagName, textContent }) =>
    [...document.querySelectorAll('#' + CSS.escape(step) + ' ' + tagName)].filter((one) => one.textContent === textContent);

  function redrawn({ control, step, at }) {
    return control.isConnected || !step ? control : alike(step, control)[at];
  }

  /* On a phone the panel covers the page, so the browser's Back closes it: it has a history entry of its own while it is open. Nothing
     else learns of moves to and from that entry, as its address is that of the conversation. */
  const push = history.pushState.bind(history);
  const cover = () => panel() && panel().closest('[role="dialog"]');
  const isOnEntry = () => Boolean(history.state && history.state.threadwisePanel);
  let isLeaving = false;

  function followBack() {
    if (isLeaving) return;
    if (cover() && !isOnEntry()) push({ ...history.state, threadwisePanel: true }, '');
    else if (!panel() && isOnEntry()) {
      isLeaving = true;
      history.back();
    }
  }

  window.addEventListener('popstate', (event) => {
    if (!event.isTrusted || isOnEntry()) return;
    const close = isLeaving ? null : cover() && cover().querySelector(':scope > button');
    if (!isLeaving && !close) return;
    event.stopImmediatePropagation();
    isLeaving = false;
    if (close) close.click();
    else followBack();  /* it may have been opened again in the meantime */
  }, true);

  function isWriting() {
    return document.activeElement !== document.body && document.activeElement.matches('input, textarea, [contenteditable="true"]');
  }

  /* Chainlit's dialogs lose the focus when they close; it is given back to the control that opened the dialog, also through a menu. */
  const DIALOG = '[role="dialog"], [role="alertdialog"]';
  let hasDialog = false;
  let asker = null;

  function followDialogs() {
    const now = document.querySelector(DIALOG) !== null;
    if (hasDialog && !now) {
      giveBack();
      setTimeout(giveBack, 300);  /* Chainlit's dialog may lose it once more */
    }
    hasDialog = now;
  }

  function giveBack() {
    if (document.activeElement !== document.body || document.querySelector(DIALOG)) return;
    if (!asker) return;
    const there = asker.control.isConnected ? asker.control : asker.again && document.querySelector(asker.again);
    if (there) there.focus({ preventScroll: true });
  }

  /* Closing a dialog that was opened from a menu sometimes leaves the page deaf to the pointer (radix-ui/primitives#1241). */
  const LAYERS = DIALOG + ', [role="menu"], [role="listbox"]';
  let freeing = 0;

  function followPointer() {
    if (freeing || document.body.style.pointerEvents !== 'none') return;
    freeing = setTimeout(() => {
      freeing = 0;
      if (document.querySelector(LAYERS)) return;  /* the next change of the page is its closing */
      document.body.style.removeProperty('pointer-events');
    }, 500);
  }

  /* Returns a selector that finds a control after the list of conversations was redrawn, or null if it has no id. */
  function placeOf(control) {
    if (!control.id) return null;
    const link = control.closest('a[href^="/thread/"]');
    return (link ? `a[href="${CSS.escape(link.getAttribute('href'))}"] ` : '') + '#' + CSS.escape(control.id);
  }

  for (const kind of ['click', 'keydown']) {
    document.addEventListener(kind, (event) => {
      const control = event.target.closest && event.target.closest('a[href], button, [role="button"]');
      const isPressed = kind === 'click' || event.key === 'Enter' || event.key === ' ';
      if (control && isPressed && !control.closest(DIALOG + ', [role="menu"]')) asker = { control, again: placeOf(control) };
    }, true);
  }

  document.addEventListener('click', (event) => {
    const control = event.target.closest && event.target.closest('a[href], button');
    if (!control || control.closest('#side-view-content, #side-view-title')) return;
    const step = control.closest('[id^="step-"]')?.id;
    opener = { control, step, at: step && alike(step, control).indexOf(control) };
  }, true);

  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || event.defaultPrevented || !panel()) return;
    if (document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]')) return;
    const close = document.querySelector('#side-view-title > button');
    if (close) close.click();
  });

  /* --- the end of a conversation ------------------------------------------------------------------------------------ */

  /* Chainlit keeps empty space below the last answer and counts it as unread text, so its button for the end would stay visible there.
     The attribute data-read says that the end is in view, and hides the button. */
  const sized = new ResizeObserver(markEnd);
  const seen = new WeakSet();
  let scroller = null;
  let place = null;
  let isOpening = false;

  /* Returns whether to keep the end in view: from when a conversation is opened, as its end moves while sources and buttons are drawn,
     until the user does something or an answer is written. */
  function keepsEnd() {
    if (place !== location.pathname) isOpening = !location.hash;
    place = location.pathname;
    if (isWritten()) isOpening = false;
    return isOpening;
  }

  for (const kind of ['wheel', 'touchstart', 'pointerdown', 'keydown']) {
    addEventListener(kind, () => { isOpening = false; }, { capture: true, passive: true });
  }

  function followEnd() {
    const step = document.querySelector('[data-step-type]');
    scroller = step && step.closest('.overflow-y-auto');
    if (!scroller) return;
    for (const part of [scroller, ...scroller.children]) {
      if (!seen.has(part)) sized.observe(part);
      seen.add(part);
    }
    markEnd();
  }

  function markEnd() {
    const room = scroller && scroller.lastElementChild;
    if (!room) return;
    const below = room.getBoundingClientRect().top - scroller.getBoundingClientRect().bottom;
    if (keepsEnd() && below > 0) scroller.scrollTop += below;  /* its scroll event calls this again */
    scroller.parentElement.toggleAttribute('data-read', below <= 10);
  }

  document.addEventListener('scroll', markEnd, true);

  /* --- the clipboard ------------------------------------------------------------------------------------------------ */

  const DEFINITIONS = /^(?:\[(?:\d{1,3}|in-doubt)\]: #(?:source-\d+|in-doubt) ".*"\n)+\n*/;
  const DEFINITION = /^\[(\d{1,3})\]: #source-\d+ "(.*)"$/gm;

  /* Returns an answer's text as it was written: plain markers, followed by the list of the sources that they stand for. */
  function plain(text) {
    const found = DEFINITIONS.exec(text);
    const body = (found ? text.slice(found[0].length) : text)
      .replaceAll('[?][in-doubt]', '[?]')
      .replace(/\u00a0(?=\[)/g, ' ')
      .replace(/\u200a/g, '')
      .replaceAll('&#36;', '$')
      .replaceAll('&#58;', ':')
      .replace(/&lt;(?=[a-zA-Z\/!?])/g, '<');
    if (!found) return body;
    const used = [...found[0].matchAll(DEFINITION)].filter(([, marker]) => body.includes('[' + marker + ']'));
    const lines = used.map(([, marker, where]) => '[' + marker + '] ' + where.replace(/\\([\\"[\]<>&`*_$])/g, '$1'));
    return lines.length ? body.trimEnd() + '\n\n' + lines.join('\n') : body;
  }

  function rich(html) {
    const parsed = new DOMParser().parseFromString(html, 'text/html');
    parsed.querySelectorAll('.tw-sources, .tw-jobs, button, .katex-html').forEach((element) => element.remove());
    parsed.querySelectorAll('a[href^="#source-"], a[href="#in-doubt"]').forEach((chip) => chip.replaceWith('[' + chip.textContent + ']'));
    return parsed.body.innerHTML;
  }

  const CLEANED = { 'text/plain': plain, 'text/html': rich };

  function cleaned(item) {
    const parts = item.types.map((type) => {
      const clean = CLEANED[type];
      const part = item.getType(type);
      return [type, clean ? part.then((blob) => blob.text()).then((text) => new Blob([clean(text)], { type })) : part];
    });
    return new ClipboardItem(Object.fromEntries(parts));
  }

  const clipboard = navigator.clipboard;
  if (clipboard && clipboard.write && window.ClipboardItem) {
    const write = clipboard.write.bind(clipboard);
    const writeText = clipboard.writeText.bind(clipboard);
    clipboard.write = (items) => write(items.map(cleaned));
    clipboard.writeText = (text) => writeText(plain(text));
  }

  /* --- after each change of the page -------------------------------------------------------------------------------- */

  /* Checks each change, because an answer may begin and end between two of the calls below. */
  new MutationObserver(() => { due = due || isWritten(); }).observe(document.body, { childList: true, subtree: true });
  document.body.append(status);
  followChanges(document.body, () => {
    name(document);
    follow();
    followDialogs();
    followPointer();
    followEnd();
    tell();
  });
})();
