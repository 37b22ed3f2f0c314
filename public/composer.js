/* Threadwise: the message box, where Chainlit's needs help. */
(() => {
  const { element, followChanges, notice, say } = window.threadwise;

  /* A double click on Send: its second click meets Stop, which has taken the place of Send, and would end the answer before it began. */
  const DOUBLE_CLICK_MS = 500;
  let sent = -Infinity;
  document.addEventListener('click', (event) => {
    const button = event.target.closest && event.target.closest('#chat-submit, #stop-button');
    if (!button) return;
    if (button.id === 'chat-submit') sent = event.timeStamp;
    else if (event.detail > 1 && event.timeStamp - sent < DOUBLE_CLICK_MS) event.stopImmediatePropagation();
  }, true);

  /* A question that is edited goes by the keys of the message box; Escape leaves it as it was, and the pencil has the focus again. */
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

  /* Chainlit does nothing with one that is empty. */
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

  /* The first stop of the keyboard, past the list of conversations with two stops for each. */
  const skip = element('a', { id: 'tw-skip', href: '#chat-input' });
  skip.addEventListener('click', (event) => {
    event.preventDefault();
    document.getElementById('chat-input').focus();
  });
  document.body.prepend(skip);
  followChanges(document.body, () => {
    if (skip.textContent !== say('Skip to the message box')) skip.textContent = say('Skip to the message box');
  });

  /* A mark as long as an incognito conversation is on the screen; who hears the page hears it on coming to the box. */
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
    if (incognito && !mark.isConnected) showMark();  /* Chainlit draws the box anew with the first message */
  }).observe(document.body, { childList: true, subtree: true });
})();
