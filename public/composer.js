/* Threadwise: corrections and additions to Chainlit's message box. */
(() => {
  const { element, followChanges, locale, notice, say, sends, set } = window.threadwise;
  const LONGEST = Number(document.currentScript.dataset.longest);  /* characters of a message */

  /* The second click of a double click on Send hits Stop, which has replaced Send, and would end the answer before it began. */
  const DOUBLE_CLICK_MS = 500;
  let sent = -Infinity;
  document.addEventListener('click', (event) => {
    const button = event.target.closest && event.target.closest('#chat-submit, #stop-button');
    if (!button) return;
    if (button.id === 'chat-submit') sent = event.timeStamp;
    else if (event.detail > 1 && event.timeStamp - sent < DOUBLE_CLICK_MS) event.stopImmediatePropagation();
  }, true);

  /* A question that is being edited takes the keys of the message box: Enter confirms, Escape cancels and focuses the pencil again. */
  document.addEventListener('keydown', (event) => {
    if (event.target.id !== 'edit-chat-input' || event.isComposing || event.shiftKey) return;
    const step = event.target.closest('[id^="step-"]');
    const confirm = step && step.querySelector('.confirm-edit');
    const pressed = confirm && { Enter: confirm, Escape: confirm.previousElementSibling }[event.key];
    if (!pressed) return;
    event.preventDefault();
    event.stopPropagation();
    pressed.click();
    if (event.key === 'Escape') setTimeout(() => document.querySelector('#' + CSS.escape(step.id) + ' .edit-message')?.focus(), 50);
  }, true);

  /* Chainlit silently ignores an edited question that is empty; a notice tells the user. */
  let refused = null;
  document.addEventListener('click', (event) => {
    const confirm = event.target.closest && event.target.closest('.confirm-edit');
    const box = confirm && confirm.closest('[id^="step-"]').querySelector('#edit-chat-input');
    if (!box || box.value.trim()) return;
    event.stopImmediatePropagation();
    if (refused) refused.remove();
    refused = notice(say('Write a question, or cancel.'), 6);
    box.focus();
  }, true);

  /* A message that is too long stays in the box, and a notice offers to attach it as a file: Chainlit draws it as if it were sent. */
  let long = null;

  function refuse(event) {
    const box = document.getElementById('chat-input');
    const length = box && box.value.length > LONGEST ? [...box.value].length : 0;
    if (length <= LONGEST) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (long) long.remove();
    const attach = element('button', { type: 'button', textContent: say('Attach as a file'), onclick: () => attachText(box) });
    long = notice(say('A message has at most {0} characters, this one {1}.', ...[LONGEST, length].map(written)), 0, attach);
  }

  const written = (number) => number.toLocaleString(locale());

  function attachText(box) {
    const input = document.getElementById('upload-button-input');
    const files = new DataTransfer();
    files.items.add(new File([box.value], 'pasted.txt', { type: 'text/plain' }));
    input.files = files.files;
    input.dispatchEvent(new Event('change', { bubbles: true }));
    set(box, '');
  }

  document.addEventListener('click', (event) => {
    if (event.target.closest && event.target.closest('#chat-submit:enabled')) refuse(event);
  }, true);
  document.addEventListener('keydown', (event) => {
    if (sends(event)) refuse(event);
  }, true);
  document.addEventListener('input', (event) => {
    if (long && event.target.id === 'chat-input' && event.target.value.length <= LONGEST) long = long.remove() || null;
  }, true);

  /* Chainlit ignores Enter without a word while it is not connected or a file is being uploaded. */
  let unsent = null;
  document.addEventListener('keydown', (event) => {
    if (!sends(event) || !event.target.value.trim() || document.querySelector('#chat-submit:enabled, #stop-button')) return;
    const isConnected = document.querySelector('#upload-button:enabled');
    if (unsent) unsent.remove();
    unsent = notice(say(isConnected ? 'A file is still being uploaded. Send once it is there.' : 'There is no connection right now. Your text is kept; send it once it is back.'), 6);
  }, true);

  /* The suggestion to remember something begins a message, which the user completes; as sent by Chainlit, it would be an example. */
  document.addEventListener('click', (event) => {
    const suggestion = event.target.closest && event.target.closest('#starters button');
    if (!suggestion || suggestion.textContent.trim() !== say('Remember something for me')) return;
    event.stopImmediatePropagation();
    const box = document.getElementById('chat-input');
    set(box, say('Remember:') + ' ');
    box.focus();
  }, true);

  /* A skip link as the first tab stop of the page, because each conversation in the list has two. */
  const skip = element('a', { id: 'tw-skip', href: '#chat-input' });
  skip.addEventListener('click', (event) => {
    event.preventDefault();
    document.getElementById('chat-input').focus();
  });
  document.body.prepend(skip);
  followChanges(document.body, () => {
    if (skip.textContent !== say('Skip to the message box')) skip.textContent = say('Skip to the message box');
  });

  /* A label shown while an incognito conversation is open; screen readers read it out when the message box gets the focus. */
  const mark = element('p', { id: 'tw-incognito', textContent: 'Incognito: deleted for good when you close it' });
  let incognito = false;

  function showMark() {
    const box = document.getElementById('message-composer');
    const input = document.getElementById('chat-input');
    if (!incognito || !box || !input) {
      if (input && input.getAttribute('aria-describedby') === mark.id) input.removeAttribute('aria-describedby');
      return mark.remove();
    }
    if (mark.parentElement !== box) box.prepend(mark);
    input.setAttribute('aria-describedby', mark.id);
  }

  window.addEventListener('message', (event) => {
    if (event.source !== window || !event.data || event.data.threadwise !== 'incognito') return;
    incognito = event.data.on;
    showMark();
  });
  new MutationObserver(() => {
    if (incognito && !mark.isConnected) showMark();  /* Chainlit redraws the box with the first message */
  }).observe(document.body, { childList: true, subtree: true });
})();
