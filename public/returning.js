/* Threadwise: somebody who comes back to a page whose conversation went on elsewhere, or a page whose connection does: the server is
   told what is shown, and has it drawn anew where that is not all of it. */
(() => {
  const UNFINISHED = '(still being written)';
  let due = 0;

  /* What is being written or edited here is left alone. */
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
    clearTimeout(due);  /* several come at once */
    due = setTimeout(look, 100);
  }

  window.addEventListener('message', (event) => {
    if (event.source === window && event.data && event.data.threadwise === 'connected') soon();
  });
  document.addEventListener('visibilitychange', soon);
  for (const kind of ['focus', 'online', 'pageshow']) addEventListener(kind, soon);
})();
