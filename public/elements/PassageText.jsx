import { useEffect, useRef } from 'react';

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
  const date = new Date(turn.date).toLocaleString(undefined, { dateStyle: 'long', timeStyle: 'short' });
  return (
    <div className={'tw-turn' + (turn.marked ? ' tw-turn-marked' : '')}>
      <div className="tw-turn-head"><strong>{turn.speaker}</strong><span>{date}</span></div>
      <div className="tw-turn-text">{turn.marked ? <mark className="tw-mark">{turn.text}</mark> : turn.text}</div>
    </div>
  );
}

export default function PassageText() {
  const here = useRef(null);
  useEffect(() => {
    const mark = here.current && here.current.querySelector('mark');
    if (mark) mark.scrollIntoView({ block: 'center' });
  }, []);
  if (props.turns) {
    return <div ref={here} className="tw-turns">{props.turns.map((turn, at) => <Turn key={at} turn={turn} />)}</div>;
  }
  const where = [props.page ? 'Page ' + props.page : null, ...(props.heading || [])].filter(Boolean).join(' › ');
  return (
    <div ref={here} className="tw-text">
      {where ? <p className="tw-where">{where}</p> : null}
      <div className="tw-text-body">{props.before}<Marked text={props.passage} quote={props.quote} />{props.after}</div>
    </div>
  );
}
