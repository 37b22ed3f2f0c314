/* Threadwise: the list of conversations. Pinned ones are marked, Enter confirms a new name, and Escape closes the list on a phone. */
(() => {
  /* The star is drawn by CSS, on an attribute: as part of the name it would appear in the box when the conversation is renamed. */
  const pinned = new Set();
  const address = (id) => '/thread/' + encodeURIComponent(id);

  function keep({ id, metadata }) {
    pinned[metadata && metadata.pinned ? 'add' : 'delete'](address(id));
  }

  function mark() {
    for (const link of document.querySelectorAll('a[href^="/thread/"]')) {
      const isPinned = pinned.has(link.getAttribute('href'));
      if (isPinned !== link.hasAttribute('data-pinned')) link.toggleAttribute('data-pinned', isPinned);
    }
  }

  const ask = window.fetch;
  window.fetch = async (...given) => {
    const answer = await ask(...given);
    if (answer.ok && String(given[0]).endsWith('/project/threads')) {
      const { data } = await answer.clone().json().catch(() => ({}));
      (data || []).forEach(keep);
      mark();
    }
    return answer;
  };
  new MutationObserver(mark).observe(document.body, { childList: true, subtree: true });

  /* Chainlit's box for a new name is not in a form, so Enter alone would do nothing. */
  document.addEventListener('keydown', (event) => {
    const box = event.key === 'Enter' && !event.isComposing && event.target.matches('#name') && event.target.closest('[role="dialog"]');
    const confirm = box && box.querySelector(':scope > div:last-of-type > button:last-child');
    if (confirm) confirm.click();
  });

  /* On a phone the list is a dialog in which a button has the focus and shows its tooltip, which alone the first Escape would close. */
  const tooltip = () => document.querySelector('[data-mobile="true"] [role="tooltip"]');
  const escape = (tries) => setTimeout(() => {
    if (tooltip() && tries) escape(tries - 1);  /* it is still being closed */
    else document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }));
  }, 20);
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || !event.isTrusted || !tooltip()) return;
    if (document.querySelector('[role="menu"], [role="alertdialog"], [role="dialog"]:not([data-mobile])')) return;
    escape(20);
  }, true);
})();
