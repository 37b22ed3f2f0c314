/* Threadwise: the message box, where Chainlit's needs help. */
(() => {
  /* A double click on Send: its second click meets Stop, which has taken the place of Send, and would end the answer before it began. */
  const DOUBLE_CLICK_MS = 500;
  let sent = -Infinity;
  document.addEventListener('click', (event) => {
    const button = event.target.closest && event.target.closest('#chat-submit, #stop-button');
    if (!button) return;
    if (button.id === 'chat-submit') sent = event.timeStamp;
    else if (event.timeStamp - sent < DOUBLE_CLICK_MS) event.stopImmediatePropagation();
  }, true);
})();
