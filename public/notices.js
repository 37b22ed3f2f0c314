/* Threadwise: notices at the bottom of the page or the widget's frame, each a sentence with optional buttons. */
(() => {
  const { chat, element } = window.threadwise;
  const place = element('div', { className: 'tw-notices' });
  place.setAttribute('role', 'status');
  place.setAttribute('aria-live', 'polite');  /* Chainlit's open dialogs, such as the list on a phone, hide all elements without it */
  place.setAttribute('aria-atomic', 'false');  /* each notice is read out once, not again with the next */
  place.addEventListener('pointerdown', (event) => event.stopPropagation());  /* open dialogs close on a press outside of them */
  document.body.append(place);

  /* Shows a notice for some seconds, or, if they are 0 or left out, until it is removed; returns its element. */
  function notice(sentence, seconds, ...controls) {
    const shown = element('div', { className: 'tw-notice' }, element('span', { textContent: sentence }), ...controls);
    const box = chat().querySelector('#message-composer');
    place.style.bottom = box ? innerHeight - box.getBoundingClientRect().top + 12 + 'px' : '';
    place.append(shown);
    if (seconds) setTimeout(() => shown.remove(), seconds * 1000);
    return shown;
  }

  window.threadwise = { ...window.threadwise, notice };
})();
