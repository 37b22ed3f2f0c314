/* Threadwise: creates an element with its properties and children, on the main page and in the widget's frame. */
(() => {
  function element(kind, properties, ...inside) {
    const made = Object.assign(document.createElement(kind), properties);
    made.append(...inside);
    return made;
  }

  window.threadwise = { ...window.threadwise, element };
})();
