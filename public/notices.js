/* Threadwise: sentences at the foot of the page, with something to do about them. */
(() => {
  const { element } = window.threadwise;
  const place = element('div', { className: 'tw-notices' });
  place.setAttribute('role', 'status');
  place.setAttribute('aria-live', 'polite');  /* Chainlit's open dialogs, as the list on a phone, hide all that has none */
  place.setAttribute('aria-atomic', 'false');  /* each is read out once, not again with the next */
  place.addEventListener('pointerdown', (event) => event.stopPropagation());  /* they take it for a way to close them */
  document.body.append(place);

  /* Without seconds it stays until it is removed. */
  function notice(sentence, seconds, ...controls) {
    const shown = element('div', { className: 'tw-notice' }, element('span', { textContent: sentence }), ...controls);
    const box = document.getElementById('message-composer');
    place.style.bottom = box ? innerHeight - box.getBoundingClientRect().top + 12 + 'px' : '';
    place.append(shown);
    if (seconds) setTimeout(() => shown.remove(), seconds * 1000);
    return shown;
  }

  window.threadwise = { ...window.threadwise, notice };
})();
