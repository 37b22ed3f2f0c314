import { useEffect, useRef } from 'react';

const { say, pageOf, moment } = window.threadwise;

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

function Turn({ turn }) {
  return (
    <div className={'tw-turn' + (turn.marked ? ' tw-turn-marked' : '')}>
      <div className="tw-turn-head"><strong>{say(turn.speaker)}</strong><span>{moment(turn.date, 'long')}</span></div>
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
    if (mark && !props.contents && !props.drawn) mark.scrollIntoView({ block: 'center' });
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
      {props.recognised ? <p className="tw-note">{say('Read from a picture: letters may be wrong.')}</p> : null}
      {props.picture ? <img className="tw-picture" src={apiClient.buildEndpoint(props.picture)} alt={say('The picture {0}', props.name)} /> : null}
      {props.drawn ? <p className="tw-note tw-as-text">{say('As text')}</p> : null}
      {props.passage || props.after ? (
        <div className="tw-text-body">
          {props.before}
          {props.passage ? <Marked text={props.passage} quote={props.quote} /> : null}
          {props.after}
        </div>
      ) : null}
    </div>
  );
}
