/* Threadwise: accessible names and roles that Chainlit lacks, on the main page and in the widget's frame. Only attributes change. */
(() => {
  const { say } = window.threadwise;

  /* Accessible names by selector, mostly of icon buttons; the first entry that matches an element counts. */
  const NAMES = [
    ['#sidebar-trigger-button', 'Show or hide conversations'],
    ['#search-chats-button', 'Search conversations'],
    ['#new-chat-button', 'New conversation'],
    ['#thread-options', 'Actions for this conversation'],
    ['#upload-button, #upload-button-loading', 'Add files'],
    ['#upload-button-input, #upload-drop-input', 'Files to add'],
    ['#attachments svg ~ button', 'Cancel this upload'],
    ['#attachments button', 'Remove this file'],
    ['#chat-settings-open-modal', 'Settings of this conversation'],
    ['#chat-input', 'Message'],
    ['#chat-submit', 'Send'],
    ['#stop-button', 'Stop'],
    ['.edit-message', 'Edit this question'],
    ['#edit-chat-input', 'Question'],
    ['[role="dialog"]:has(#confirm) [cmdk-input]', 'Libraries'],
    ['[class*="positive-feedback"]', 'Good answer'],
    ['[class*="negative-feedback"]', 'Bad answer'],
    ['.message-content button:has(> .lucide-copy)', 'Copy this code'],
    ['button:has(> .lucide-copy)', 'Copy this answer'],
    ['button:has(> .lucide-check)', 'Copied'],
    ['button:has(> .lucide-arrow-down)', 'Go to the end'],
    ['#side-view-title > button', 'Close the panel'],
    ['[role="dialog"] > button:has(> svg + .sr-only)', 'Close'],
    ['#password ~ button', 'Show or hide the password'],
    ['[role="separator"][tabindex]', 'Width of the panel'],
    ['[role="dialog"][data-sidebar]', 'Conversations'],  /* Chainlit gives these two dialogs no title */
    ['[role="dialog"]:has(> img)', 'Picture']
  ];
  const NAMED = 'data-named';

  /* Returns the root of what Chainlit draws: the document, or the widget's shadow root. */
  const chat = () => (window.cl_shadowRootElement ? window.cl_shadowRootElement.getRootNode() : document);

  function label(element, words) {
    if (element.getAttribute(NAMED) === words || (element.hasAttribute('aria-label') && !element.hasAttribute(NAMED))) return;
    element.setAttribute('aria-label', words);
    element.setAttribute(NAMED, words);
  }

  function nameAll(root) {
    const done = new Set();
    for (const [selector, words] of NAMES) {
      for (const element of root.querySelectorAll(selector)) {
        if (!done.has(element)) label(element, say(words));
        done.add(element);
      }
    }
    for (const chip of root.querySelectorAll('.message-content a[href^="#source-"]')) {
      label(chip, say('Source {0}', chip.textContent) + (chip.title ? ': ' + chip.title : ''));
    }
    for (const line of root.querySelectorAll('[data-sidebar="menu-button"], button:has(> a[href])')) {
      label(line, (line.closest('[data-pinned]') ? 'Pinned: ' : '') + line.textContent);
    }
    for (const button of root.querySelectorAll('[role="dialog"] .inline-flex > button.ml-1:has(> svg)')) {
      label(button, say('Remove {0}', button.parentElement.textContent));
    }
    for (const sign of root.querySelectorAll('.message-content a[href="#in-doubt"]')) label(sign, sign.title);
  }

  /* Selector, attribute and value; null removes the attribute. */
  const ROLES = [
    ['.message-content [role="article"]', 'role', null],
    ['.ai-message', 'role', 'article'],
    ['#upload-button, #upload-button-loading', 'role', null],
    ['[data-sidebar="menu-button"]', 'role', 'group'],
    ['[data-sidebar="menu-button"]', 'tabindex', '-1'],
    ['button:has(> a[href])', 'role', 'group'],
    ['button:has(> a[href])', 'tabindex', '-1'],
    ['#thread-options', 'role', 'button'],
    ['#thread-options', 'tabindex', '0'],
    ['[role="separator"][aria-controls]', 'aria-controls', null],
    ['aside:has(> * > #side-view-title)', 'aria-labelledby', 'side-view-title'],
    ['[role="dialog"]:has(#side-view-title)', 'aria-labelledby', 'side-view-title'],
    ['[data-sidebar="menu"] > :not(li)', 'role', 'listitem'],
    ['[data-sonner-toaster]', 'role', 'group'],  /* its items are messages, not items of a list */
    ['form [class*="bg-red-50"]', 'role', 'alert']
  ];

  function setRoles(root) {
    for (const [selector, attribute, value] of ROLES) {
      for (const element of root.querySelectorAll(selector)) {
        if (value === null) element.removeAttribute(attribute);
        else if (element.getAttribute(attribute) !== value) element.setAttribute(attribute, value);
      }
    }
  }

  /* Sets the names and roles of all elements in a document or a shadow root. */
  function name(root) {
    nameAll(root);
    setRoles(root);
  }

  /* Radix looks up a dialog's title by an id of its own as soon as the dialog is drawn, and logs an error if it finds none. Chainlit
     gives the panel's title another id; its list of conversations on a phone has no title, so the dialog itself is returned. The
     widget's dialogs have titles, but in a shadow tree that Radix does not search. */
  const find = document.getElementById.bind(document);
  document.getElementById = (id) => find(id) || (String(id).startsWith('radix-') ? titleOf(CSS.escape(id)) : null);

  function titleOf(id) {
    const dialog = chat().querySelector('[role="dialog"][aria-labelledby="' + id + '"]');
    const title = dialog && dialog.querySelector('#' + id);
    return title || dialog && (dialog.matches('[data-sidebar]') ? dialog : dialog.querySelector('#side-view-title'));
  }

  /* Calls `look` at once and after changes among a node's descendants, at most once per frame. */
  function followChanges(node, look) {
    let waiting = false;
    const looked = () => {
      waiting = false;
      look();
    };
    new MutationObserver(() => {
      if (!waiting) setTimeout(() => requestAnimationFrame(looked), 60);
      waiting = true;
    }).observe(node, { childList: true, subtree: true });
    look();
  }

  window.threadwise = { ...window.threadwise, chat, name, followChanges };
})();
