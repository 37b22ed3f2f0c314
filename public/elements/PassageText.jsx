import { Markdown } from '@/components/markdown';
import { useEffect, useRef } from 'react';

const { say, pageOf, moment, places } = window.threadwise;
const WORDS = '[role="article"], li, h1, h2, h3, h4, h5, h6, th, td, code'; /* what holds a document's own words */

function Marked({ text, quote }) {
  const at = quote ? text.indexOf(quote) : -1;
  if (at < 0) return <mark className="tw-mark">{text}</mark>;
  return (
    <mark className="tw-mark">
      {text.slice(0, at)}
      <strong className="tw-quote">{quote}</strong>
      {text.slice(at + quote.length)}
    </mark>
  );
}

/* Returns the text nodes of a rendered document, without controls and the names of languages. */
function textNodes(box) {
  const nodes = [];
  const walk = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) if (walk.currentNode.parentElement.closest(WORDS)) nodes.push(walk.currentNode);
  return nodes;
}

/* Returns the first and last letter of a text that was found; `null` if it is not there. */
function ends(drawn, text) {
  const parts = places.found(drawn, text); /* all of the text, or its beginning and its end */
  if (!parts.length) return null;
  const [start, end] = [parts[0][0], parts[parts.length - 1][1]];
  return end > start && end - start <= text.length ? [start, end - 1] : [start, parts[0][1] - 1];
}

/* Wraps a text in elements, one in each of its text nodes, with the punctuation at its ends; returns the first, if it was found. */
function wrap(box, text, kind, name) {
  const nodes = textNodes(box);
  const drawn = places.read(nodes.map((node) => node.data));
  const found = text ? ends(drawn, text) : null;
  if (!found) return null;
  const spans = new Map();
  for (const [part, from, to] of drawn.places.slice(found[0], found[1] + 1)) spans.set(part, [spans.has(part) ? spans.get(part)[0] : from, to]);
  const made = [...spans].map(([part, [from, to]]) => {
    const { data } = nodes[part];
    const start = from - data.slice(0, from).match(/[^\s\p{L}\p{N}]*$/u)[0].length;
    const end = to + data.slice(to).match(/^[^\s\p{L}\p{N}]*/u)[0].length;
    const piece = nodes[part].splitText(start);
    piece.splitText(end - start);
    const around = Object.assign(document.createElement(kind), { className: name });
    piece.replaceWith(around);
    around.append(piece);
    return around;
  });
  return made[0];
}

/* Markdown as the page renders answers. React draws it once, so that its text may be wrapped. */
function Rendered() {
  const box = useRef(null);
  useEffect(() => {
    const quote = wrap(box.current, props.quote, 'strong', 'tw-quote');
    const passage = wrap(box.current, props.passage, 'mark', 'tw-mark');
    if (quote || passage) (quote || passage).scrollIntoView({ block: 'center' });
  }, []);
  return <div ref={box} className="tw-text-body tw-rendered"><Markdown>{props.markdown}</Markdown></div>;
}

function Turn({ turn }) {
  return (
    <div className={'tw-turn' + (turn.marked ? ' tw-turn-marked' : '')}>
      <div className="tw-turn-head"><strong>{say(turn.speaker)}</strong><span>{moment(turn.date)}</span></div>
      <div className="tw-turn-text">{turn.marked ? <mark className="tw-mark">{turn.text}</mark> : turn.text}</div>
    </div>
  );
}

/* The document's table of contents, in which the section of the passage is marked; a click opens another section. */
function Tree({ document, place, sections }) {
  const open = (section) => window.threadwise.act(
    callAction({ name: 'open_document', payload: { parent: document, place, section: section.id } })
  );
  return (
    <details className="tw-tree" open={props.contents || undefined}>
      <summary>{say('Contents')}</summary>
      <ol>
        {sections.map((section) => (
          <li key={section.id} style={{ paddingLeft: (section.level - 1) * 14 + 'px' }}>
            <button type="button" className={section.current ? 'tw-here' : ''} aria-current={section.current || undefined} onClick={() => open(section)}>
              <span>{section.title}</span>
              {section.page ? <span className="tw-tree-page">{section.page}</span> : null}
            </button>
          </li>
        ))}
      </ol>
    </details>
  );
}

export default function PassageText() {
  const here = useRef(null);
  useEffect(() => {
    const mark = here.current && here.current.querySelector('mark');
    if (mark && !props.contents && !props.drawn && !props.markdown) mark.scrollIntoView({ block: 'center' });
  }, []);
  if (props.turns) {
    return <div ref={here} className="tw-turns">{props.turns.map((turn, at) => <Turn key={at} turn={turn} />)}</div>;
  }
  const known = [String(props.page), ...(props.heading || [])];
  const said = props.unit === 'sheet' ? ' (' : ' (printed ';
  const label = props.label && !known.includes(props.label) ? said + props.label + ')' : '';
  const where = [props.page ? pageOf(props.unit, props.page) + label : null, ...(props.heading || [])].filter(Boolean).join(' › ');
  return (
    <div ref={here} className="tw-text">
      {props.library ? <p className="tw-where"><span className="tw-library">{say('Library {0}', props.library)}</span></p> : null}
      {where ? <p className="tw-where">{where}</p> : null}
      {props.sections && props.sections.length ? <Tree document={props.document} place={props.place} sections={props.sections} /> : null}
      {props.changed ? <p className="tw-note tw-changed">{say('This file has changed since the answer: its newest version no longer contains the cited passage.')}</p> : null}
      {props.recognised ? <p className="tw-note">{say('Read from a picture: letters may be wrong.')}</p> : null}
      {props.picture ? <img className="tw-picture" src={apiClient.buildEndpoint(props.picture)} alt={say('The picture {0}', props.name)} /> : null}
      {props.drawn ? <p className="tw-note tw-as-text">{say('As text')}</p> : null}
      {props.markdown ? <Rendered /> : null}
      {!props.markdown && (props.passage || props.after) ? (
        <div className="tw-text-body">
          {props.before}
          {props.passage ? <Marked text={props.passage} quote={props.quote} /> : null}
          {props.after}
        </div>
      ) : null}
    </div>
  );
}
