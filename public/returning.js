/* Threadwise: brings a conversation up to date when the user comes back to the page, as it may have gone on elsewhere, or when the
   page reconnects: the server is told which messages are shown and redraws the conversation if some are missing. */
(() => {
  const UNFINISHED = '(still being written)';
  let due = 0;

  /* Reports the messages that are shown, unless an answer is being written or a question edited on this page. */
  function look() {
    if (document.hidden || !location.pathname.startsWith('/thread/')) return;
    if (document.querySelector('#stop-button, #edit-chat-input')) return;
    const steps = [...document.querySelectorAll('[data-step-type$="_message"] > * > [id^="step-"]')];
    const isHalf = (step) => step.textContent.includes(UNFINISHED) || step.querySelector('.loading-cursor');
    const unfinished = steps.filter(isHalf);
    const [shown, half] = [steps, unfinished].map((some) => some.map((step) => step.id.slice('step-'.length)));
    if (shown.length) window.postMessage({ threadwise: 'look', shown, unfinished: half }, location.origin);
  }

  function soon() {
    clearTimeout(due);  /* several of these events come at once */
    due = setTimeout(look, 100);
  }

  window.addEventListener('message', (event) => {
    if (event.source === window && event.data && event.data.threadwise === 'connected') soon();
  });
  document.addEventListener('visibilitychange', soon);
  for (const kind of ['focus', 'online', 'pageshow']) addEventListener(kind, soon);
})();
