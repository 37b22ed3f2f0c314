/* Threadwise: finds where a text is among what is drawn, and highlights it. */
(() => {
  const LEAST_FOUND = 20;  /* letters and digits: a shorter part of a text is not looked for by itself */

  /* Returns only the letters and digits of a text, because spaces, hyphens, ligatures and quotation marks differ between the extracted
     text and what is drawn. */
  const letters = (text) => text.normalize('NFKC').toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

  /* Returns all letters of some texts, for each of them its place (text, start, end), and where texts start. */
  function read(texts) {
    const places = [];
    const starts = new Set();
    let all = '';
    texts.forEach((text, part) => {
      starts.add(all.length);
      let at = 0;
      for (const sign of text) {
        const found = letters(sign);
        for (let count = 0; count < found.length; count += 1) places.push([part, at, at + sign.length]);
        all += found;
        at += sign.length;
      }
    });
    return { all, places, starts };
  }

  /* Returns the longest beginning or end of a text (`cut` takes it) that is drawn, or '' if it is too short: the text may have begun
     before what is drawn, or continue after it. */
  function longest(all, text, cut) {
    let [least, most] = [0, text.length];
    while (least < most) {
      const middle = Math.ceil((least + most) / 2);
      if (all.includes(cut(middle))) least = middle;
      else most = middle - 1;
    }
    return least >= LEAST_FOUND ? cut(least) : '';
  }

  /* Returns the ranges of letters in which a text was found; none if it is not there. */
  function found({ all, starts }, text) {
    const wanted = letters(text);
    if (!wanted) return [];
    const at = [];
    for (let next = all.indexOf(wanted); next >= 0; next = all.indexOf(wanted, next + 1)) at.push(next);
    if (at.length) {
      const start = at.find((place) => starts.has(place)) ?? at[0]; /* prefers a heading to the same words in a sentence */
      return [[start, start + wanted.length]];
    }
    const parts = [longest(all, wanted, (many) => wanted.slice(0, many)), longest(all, wanted, (many) => wanted.slice(wanted.length - many))];
    return parts.filter(Boolean).map((part) => [all.indexOf(part), all.indexOf(part) + part.length]);
  }

  window.threadwise = { ...window.threadwise, places: { read, found } };
})();
