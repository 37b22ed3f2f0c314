import { useEffect, useRef, useState } from 'react';

const { read, found } = window.threadwise.places;
const STEP = 1.25;
const LARGEST = 5; /* times the width of the panel */
const SMALLEST = 0.4;
const MOST_PIXELS = 16e6; /* of one canvas; phones do not draw larger ones */

const clamped = (zoom) => Math.min(LARGEST, Math.max(SMALLEST, zoom));

/* --- the quote on the page ------------------------------------------------------------------------------------------- */

/* Returns boxes that mark a text on the drawn page, at least one per item of its text layer; none if the text is not on the page. */
function marks(layer, sheet, text) {
  const page = read(layer.textContentItemsStr);
  const outer = sheet.getBoundingClientRect();
  const boxes = [];
  for (const [start, end] of found(page, text)) {
    const byPart = new Map();
    for (const [part, from, to] of page.places.slice(start, end)) {
      byPart.set(part, [byPart.has(part) ? byPart.get(part)[0] : from, to]);
    }
    for (const [part, [from, to]] of byPart) {
      const node = layer.textDivs[part].firstChild;
      if (!node) continue;
      const range = document.createRange();
      range.setStart(node, Math.min(from, node.length));
      range.setEnd(node, Math.min(to, node.length));
      boxes.push(...range.getClientRects());
    }
  }
  return boxes.map(({ left, top, width, height }) => {
    const box = document.createElement('div');
    box.className = 'tw-page-mark';
    Object.assign(box.style, { left: left - outer.left + 'px', top: top - outer.top + 'px', width: width + 'px', height: height + 'px' });
    return box;
  });
}

/* --- drawing --------------------------------------------------------------------------------------------------------- */

/* Draws a page with selectable text over it; returns the sheet and its text layer. `into.stop` cancels the drawing. */
async function drawn(page, scale, into) {
  const viewport = page.getViewport({ scale });
  const ratio = Math.min(window.devicePixelRatio || 1, Math.sqrt(MOST_PIXELS / (viewport.width * viewport.height)));
  const canvas = document.createElement('canvas');
  canvas.width = Math.floor(viewport.width * ratio);
  canvas.height = Math.floor(viewport.height * ratio);
  const words = document.createElement('div');
  words.className = 'textLayer';
  const layer = new window.pdfjsLib.TextLayer({ textContentSource: page.streamTextContent(), container: words, viewport });
  const task = page.render({ canvas, viewport, transform: [ratio, 0, 0, ratio, 0, 0] });
  into.stop = () => task.cancel();
  await Promise.all([task.promise, layer.render()]);
  const sheet = document.createElement('div');
  sheet.className = 'tw-sheet';
  Object.assign(sheet.style, { width: viewport.width + 'px', height: viewport.height + 'px' });
  for (const name of ['--scale-factor', '--total-scale-factor']) sheet.style.setProperty(name, String(viewport.scale));
  sheet.append(canvas, words);
  return { sheet, layer };
}

function useDocument() {
  const [pdf, setPdf] = useState(null);
  const [lock, setLock] = useState(null);
  const [failed, setFailed] = useState('');
  useEffect(() => {
    const library = window.pdfjsLib; /* Chainlit's page loads PDF.js */
    if (!library) return setFailed('This page can’t be drawn here.');
    const loading = library.getDocument({ url: apiClient.buildEndpoint(props.url), withCredentials: true, isEvalSupported: false });
    let waits = false;
    loading.onPassword = (open, reason) => {
      waits = true;
      setLock({ open: (password) => { waits = false; open(password); }, isWrong: reason === library.PasswordResponses.INCORRECT_PASSWORD });
    };
    const opened = (made) => { setLock(null); setPdf(made); };
    loading.promise.then(opened, () => setFailed((known) => known || 'The file can’t be drawn here.'));
    const end = () => loading.destroy();
    return () => { waits ? end() : loading.promise.then(end, end); }; /* a worker destroyed while it opens a file throws */
  }, []);
  return { pdf, lock, failed, setFailed };
}

/* Asks for the password of a locked file, which is not kept. */
function Unlock({ lock }) {
  const unlock = (event) => {
    event.preventDefault();
    const password = new FormData(event.currentTarget).get('password');
    if (password) lock.open(password);
  };
  return (
    <>
      <p className="tw-job-error" role="alert">
        {lock.isWrong ? 'The password is wrong. Type another one.' : 'This PDF asks for its password. Type it here to see its pages.'}
      </p>
      <form className="tw-unlock" onSubmit={unlock}>
        <input name="password" type="password" autoComplete="off" aria-label="Password of the file" placeholder="Password of the file" />
        <button type="submit">Open</button>
      </form>
    </>
  );
}

/* Returns the width available to a page, which follows the panel when it is resized. */
function useWidth(box) {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const sized = new ResizeObserver(() => setWidth(box.current ? box.current.clientWidth : 0));
    sized.observe(box.current);
    return () => sized.disconnect();
  }, []);
  return width;
}

/* Returns what was in view, so that `look` keeps it in view when the page is redrawn in another size: the mark, if it was visible,
   else the middle of the view. */
function seen(box) {
  const outer = box.getBoundingClientRect();
  const inside = ({ top, bottom, left }) => bottom > outer.top && top < outer.bottom && left < outer.right;
  const mark = box.querySelector('.tw-page-mark');
  return {
    isMark: !mark || inside(mark.getBoundingClientRect()),
    x: (box.scrollLeft + box.clientWidth / 2) / box.scrollWidth,
    y: (box.scrollTop + box.clientHeight / 2) / box.scrollHeight
  };
}

function look(box, before) {
  const mark = box.querySelector('.tw-page-mark');
  const [x, y] = mark && before.isMark
    ? [mark.offsetLeft + box.clientWidth * 0.4, mark.offsetTop + mark.offsetHeight / 2]
    : [before.x * box.scrollWidth, before.y * box.scrollHeight];
  box.scrollLeft = x - box.clientWidth / 2;
  box.scrollTop = y - box.clientHeight / 2;
}

function usePage(box, pdf, number, zoom, width, fail) {
  const [isMarked, setMarked] = useState(null);
  const last = useRef(0);
  useEffect(() => {
    if (!pdf || !width) return undefined;
    const work = { stop: () => {} };
    let left = false;
    const draw = async () => {
      const page = await pdf.getPage(number);
      if (left) return;
      const { sheet, layer } = await drawn(page, (width / page.getViewport({ scale: 1 }).width) * zoom, work);
      if (left || !box.current) return;
      const before = last.current === number ? seen(box.current) : { isMark: true, x: 0, y: 0 };
      box.current.replaceChildren(sheet);
      const boxes = props.quote ? marks(layer, sheet, props.quote) : [];
      sheet.append(...boxes);
      look(box.current, before);
      last.current = number;
      setMarked(boxes.length > 0);
    };
    draw().catch((error) => left || error.name === 'RenderingCancelledException' || fail('This page can’t be drawn.'));
    return () => { left = true; work.stop(); };
  }, [pdf, number, zoom, width]);
  return isMarked;
}

/* --- controls -------------------------------------------------------------------------------------------------------- */

function Control({ name, path, disabled, act }) {
  return (
    <button type="button" title={name} aria-label={name} disabled={disabled} onClick={act}>
      <svg viewBox="0 0 16 16" aria-hidden="true"><path d={path} /></svg>
    </button>
  );
}

function Controls({ pdf, number, zoom, onTurn, onZoom }) {
  const address = apiClient.buildEndpoint(props.url) + '#page=' + number;
  const percent = Math.round(zoom * 100) + ' %';
  const fit = 'Fit the width' + (zoom === 1 ? '' : ', now ' + percent);
  return (
    <div className="tw-page-controls" role="group" aria-label="Page and size">
      <Control name="Page before" path="M10 3.5 5.5 8l4.5 4.5" disabled={!pdf || number <= 1} act={() => onTurn(number - 1)} />
      <span className="tw-page-number">{number + (pdf ? ' / ' + pdf.numPages : '')}</span>
      <Control name="Page after" path="M6 3.5 10.5 8 6 12.5" disabled={!pdf || number >= pdf.numPages} act={() => onTurn(number + 1)} />
      <span className="tw-page-apart" />
      <Control name="Smaller" path="M3.5 8h9" disabled={!pdf || zoom <= SMALLEST} act={() => onZoom(zoom / STEP)} />
      <button type="button" className="tw-page-fit" title="Fit the width" aria-label={fit} disabled={!pdf} onClick={() => onZoom(1)}>
        {zoom === 1 ? 'Fit' : percent}
      </button>
      <Control name="Larger" path="M3.5 8h9M8 3.5v9" disabled={!pdf || zoom >= LARGEST} act={() => onZoom(zoom * STEP)} />
      <a href={address} target="_blank" rel="noopener" title="Open the file by itself" aria-label="Open the file by itself">
        <svg viewBox="0 0 16 16" aria-hidden="true"><path d="M9 3h4v4M13 3 7.5 8.5M11 9.5V13H3V5h3.5" /></svg>
      </a>
    </div>
  );
}

export default function PdfPage() {
  const { pdf, lock, failed, setFailed } = useDocument();
  const [number, setNumber] = useState(props.page);
  const [zoom, setZoom] = useState(1);
  const box = useRef(null);
  const width = useWidth(box);
  const shown = pdf ? Math.min(number, pdf.numPages) : number;
  const isMarked = usePage(box, pdf, shown, zoom, width, setFailed);
  const zoomTo = (wanted) => setZoom(Math.abs(wanted - 1) < 0.01 ? 1 : clamped(wanted));
  useEffect(() => {
    const wheel = (event) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      setZoom((known) => clamped(known * (event.deltaY < 0 ? STEP : 1 / STEP)));
    };
    box.current.addEventListener('wheel', wheel, { passive: false });
  }, []);
  return (
    <div className="tw-pdf" data-testid="pdf">
      <Controls pdf={pdf} number={shown} zoom={zoom} onTurn={setNumber} onZoom={zoomTo} />
      {lock ? <Unlock lock={lock} /> : null}
      {failed ? <p className="tw-job-error" role="alert">{failed} The button with the arrow opens it by itself.</p> : null}
      <div ref={box} className="tw-page" tabIndex={0} role="region" aria-label={'Page ' + shown} aria-busy={isMarked === null && !failed && !lock} />
      {props.quote && isMarked === false && shown === props.page ? <p className="tw-note">Where it stands on the page could not be marked.</p> : null}
    </div>
  );
}
