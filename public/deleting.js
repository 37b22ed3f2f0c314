/* Threadwise: deletes a question together with its answers, next to Chainlit's pencil. */
(() => {
  const { address, atRest, element, followChanges, reload, say, sent, tried } = window.threadwise;
  const SIGN = '<svg viewBox="0 0 24 24" width="18" height="18" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" '
    + 'stroke-linejoin="round" aria-hidden="true"><path d="M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v5M14 11v5"/></svg>';

  const isQuestion = (step) => step.closest('[data-step-type]')?.dataset.stepType === 'user_message';

  /* Returns the steps of a question: itself, and what was answered before the next one. */
  function withAnswers(question) {
    const steps = [...document.querySelectorAll('[id^="step-"]')];
    const first = steps.indexOf(question);
    const next = steps.findIndex((step, at) => at > first && isQuestion(step));
    return steps.slice(first, next < 0 ? steps.length : next);
  }

  async function forget(question) {
    atRest();
    const here = /^\/thread\/([^/]+)/.exec(location.pathname);
    if (!here || !confirm(say('Delete this question and its answer for good?'))) return;
    const place = address(decodeURIComponent(here[1])) + '/messages/';
    for (const step of withAnswers(question)) {
      await sent(place + encodeURIComponent(step.id.slice('step-'.length)), 'DELETE').catch((error) => {
        if (error.status !== 404) throw error;  /* a card of files or a notice, which is no message */
      });
    }
    reload();
  }

  function offer() {
    for (const pencil of document.querySelectorAll('.edit-message')) {
      const line = pencil.parentElement, question = pencil.closest('[id^="step-"]');
      if (!question || line.querySelector('.tw-bin')) continue;
      const name = say('Delete this question and its answer');
      const bin = element('button', { type: 'button', className: 'tw-bin', title: name, innerHTML: SIGN });
      bin.setAttribute('aria-label', name);
      bin.onclick = () => tried(() => forget(question));
      line.append(bin);
    }
  }

  followChanges(document.body, offer);
})();
