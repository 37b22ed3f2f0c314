/* Threadwise: the list of conversations. Pinned ones are marked, Enter confirms a new name, which may not be empty, and one Escape
   closes a menu, or the list on a phone. */
(() => {
  const { notice, say } = window.threadwise;

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

  /* Chainlit's box for a new name is not in a form, so Enter alone would do nothing; and an empty name would leave an empty line. */
  const CONFIRM = '[role="dialog"]:has(#name) > div:last-of-type > button:last-child';
  document.addEventListener('keydown', (event) => {
    const confirm = event.key === 'Enter' && !event.isComposing && event.target.matches('#name') && document.querySelector(CONFIRM);
    if (confirm) confirm.click();
  });
  let told = null;
  document.addEventListener('click', (event) => {
    const box = event.target.closest && event.target.closest(CONFIRM) && document.getElementById('name');
    if (!box || box.value.trim()) return;
    event.stopImmediatePropagation();
    box.focus();
    if (!told || !told.isConnected) told = notice(say('Write a name, or cancel.'), 6);
  }, true);

  /* A line or button of the list shows a tooltip, which alone the first Escape would close: not a conversation's menu, nor the list,
     which is a dialog on a phone. */
  const tooltip = () => document.querySelector('[role="tooltip"]');
  const escape = (layer, tries) => setTimeout(() => {
    if (tooltip() && tries) escape(layer, tries - 1);  /* it is still being closed */
    else if (layer.isConnected && layer.dataset.state !== 'closed') document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }));
  }, 20);
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || !event.isTrusted || !tooltip()) return;
    if (document.querySelector('[role="alertdialog"], [role="dialog"]:not([data-mobile])')) return;
    const layer = document.querySelector('[role="menu"]') || document.querySelector('[data-mobile="true"]');
    if (layer) escape(layer, 20);
  }, true);
})();
