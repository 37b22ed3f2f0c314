/* Threadwise: keeps the settings of a conversation open while a half-life stands in them that is not allowed, and says what is; and keeps
   the page alive when all libraries are chosen. */
(() => {
  const { element, locale, say } = window.threadwise;
  const MOST = Number(document.currentScript.dataset.longest);  /* days */
  const allowed = () => say('More than 0 and at most {0} days, such as 30 or 0.5. Empty: as installed.', MOST.toLocaleString(locale()));

  const isAllowed = (text) => text === '' || (/^(\d+\.?\d*|\.\d+)$/.test(text) && Number(text) > 0 && Number(text) <= MOST);
  const boxIn = (dialog) => dialog && dialog.querySelector('#half_life_days');

  function refuse(box) {
    if (!box.hasAttribute('aria-invalid')) {
      const why = element('p', { id: 'tw-half-life', className: 'tw-refused', textContent: allowed() });
      why.setAttribute('role', 'alert');
      box.parentElement.append(why);
      box.setAttribute('aria-invalid', 'true');
      box.setAttribute('aria-errormessage', why.id);
    }
    box.focus();
    box.select();
    box.scrollIntoView({ block: 'center' });
  }

  document.addEventListener('click', (event) => {
    const confirm = event.target.closest && event.target.closest('[role="dialog"] #confirm');
    const box = confirm && boxIn(confirm.closest('[role="dialog"]'));
    if (!box || isAllowed(box.value.trim())) return;
    event.stopImmediatePropagation();
    refuse(box);
  }, true);

  document.addEventListener('input', ({ target }) => {
    if (target.id !== 'half_life_days' || !target.hasAttribute('aria-invalid') || !isAllowed(target.value.trim())) return;
    target.removeAttribute('aria-invalid');
    target.removeAttribute('aria-errormessage');
    document.getElementById('tw-half-life').remove();
  }, true);

  /* Chainlit removes the list of libraries when all of them are chosen, and then fails as a whole, leaving an empty page, on each key
     and text that would search the list. */
  const LEAVING = ['Tab', 'Shift', 'Escape', 'Backspace', 'Delete'];
  const hasNoList = ({ target }) => target.matches?.('[cmdk-input]') && !target.closest('[cmdk-root]').querySelector('[cmdk-list]');

  for (const kind of ['keydown', 'beforeinput']) {
    document.addEventListener(kind, (event) => {
      if (!hasNoList(event) || LEAVING.includes(event.key)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    }, true);
  }

  /* Escape closes the list first, which goes with the focus, and not the settings with all that was chosen in them. */
  window.addEventListener('keydown', (event) => {
    const dialog = event.key === 'Escape' && event.target.matches?.('[cmdk-input]') && event.target.closest('[role="dialog"]:has(#confirm)');
    if (!dialog || hasNoList(event)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    dialog.querySelector('#confirm').focus();
  }, true);
})();
