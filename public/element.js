/* Threadwise: an element of the page with its properties and what is in it, on our page and in the widget's frame. */
(() => {
  function element(kind, properties, ...inside) {
    const made = Object.assign(document.createElement(kind), properties);
    made.append(...inside);
    return made;
  }

  window.threadwise = { ...window.threadwise, element };
})();
