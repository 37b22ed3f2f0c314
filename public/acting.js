/* Threadwise: actions of the chat's elements and clicks on citation markers, on the main page and in the widget's frame. */
(() => {
  /* Awaits an action. Chainlit reports by itself what the server refuses; that the server can't be reached, the page or the frame
     reports on this event. */
  async function act(done) {
    try {
      await done;
    } catch (error) {
      if (!error.status) window.dispatchEvent(new Event('threadwise-unreachable'));
    }
  }

  /* --- citation markers --------------------------------------------------------------------------------------------- */

  /* The markers in an answer's text are links; a click on one, or Enter, opens its passage. Chainlit redraws the text and the sources
     when an answer is complete, so a click made while there are no sources waits for them, and a click whose marker is replaced or
     moves away between press and release still counts. */
  const WAITS = 10000;  /* milliseconds */
  const STILL = 8;  /* pixels that a pointer may move within a click */
  const openers = new Map();
  let waiting = null;
  let pressed = null;

  function chipAt(event) {
    const [target] = event.composedPath();  /* the innermost element, also inside the widget's shadow tree */
    const link = target.closest && target.closest('.ai-message a[href^="#source-"], .ai-message a[href="#in-doubt"]');
    if (!link) return null;
    let marker = link;
    while (marker && !(marker.getAttribute('href') || '').startsWith('#source-')) marker = marker.previousElementSibling;
    const step = link.closest('[id^="step-"]');
    return { link, answer: step && step.id, number: marker && Number(marker.getAttribute('href').slice(8)) };
  }

  function follow(chip) {
    const open = openers.get(chip.answer);
    waiting = open ? null : { ...chip, until: Date.now() + WAITS };
    if (open) open(chip.number);
  }

  document.addEventListener('pointerdown', (event) => {
    const chip = event.button === 0 ? chipAt(event) : null;
    pressed = chip && { ...chip, x: event.clientX, y: event.clientY };
  });
  document.addEventListener('pointerup', (event) => {
    const isStill = pressed && Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) < STILL;
    const released = isStill && chipAt(event);
    if (isStill && (!released || released.link !== pressed.link)) follow(pressed);
    pressed = null;
  });
  document.addEventListener('click', (event) => {
    const chip = chipAt(event);
    if (!chip) return;
    event.preventDefault();
    follow(chip);
  });

  /* Registers the function that opens the passages of an answer; returns a function that unregisters it. */
  function opens(answer, open) {
    openers.set(answer, open);
    if (waiting && waiting.answer === answer && Date.now() < waiting.until) follow(waiting);
    return () => { if (openers.get(answer) === open) openers.delete(answer); };
  }

  window.threadwise = { ...window.threadwise, act, opens };
})();
