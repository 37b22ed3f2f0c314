import { useLayoutEffect, useRef, useState } from 'react';

const { say, told, counted, pageOf, language, locale, moment } = window.threadwise;
const NUMBER = new Intl.NumberFormat(locale());
const OPENED = (window.threadwiseOpened = window.threadwiseOpened || new Set()); /* lists that stay open when their answer is complete */

function place(passage) {
  if (passage.source === 'message') {
    const date = passage.date ? moment(passage.date) : '';
    return [passage.speaker && say(passage.speaker), date].filter(Boolean).join(' · ');
  }
  const parts = [];
  if (passage.page) parts.push(pageOf(passage.unit, NUMBER.format(passage.page)));
  if (passage.heading && passage.heading.length) parts.push(passage.heading.join(' › '));
  return parts.join(' · ') || say('In the text');
}

const act = (name, payload, forId) => window.threadwise.act(callAction({ name, payload, forId }));

function openSource({ source, parent, place, start, end, version, page, quote, heading }) {
  return act('open_source', { source, parent, place, start, end, version, page, quote, heading });
}

/* Opens the passage of a marker beside the chat when the marker is clicked in the answer's text. */
function useMarkers(here, passages) {
  useLayoutEffect(() => { /* before the first paint, as a click could come before an effect */
    const step = here.current.closest('[id^="step-"]');
    if (!step) return undefined;
    return window.threadwise.opens(step.id, (number) => {
      const passage = passages.find((one) => one.marker === number) || passages.find((one) => props.writing && one.number === number);
      if (passage) openSource(passage);
    });
  }, []);
}

/* Translates the server's sentence on what was searched, which is in English. */
function searchedIn(sentence) {
  const [, what, ...more] =
    /^Searched: (.*?)\.(?: (There are no files here\.))?(?: ((?:Documents are|Memory is) off in this conversation's settings\.))?$/s.exec(sentence) || [];
  if (!what || language() === 'en') return sentence;
  const parts = what.split(/, | and (?=this conversation|the library “|\d+ other conversation)/);
  const named = parts.map((part) => (/^the library “/.test(part) ? say('Library {0}', part.slice('the library '.length)) : told(part)));
  return [say('Searched: {0}.', new Intl.ListFormat(locale()).format(named)), ...more.filter(Boolean).map((sentence) => say(sentence))].join(' ');
}

/* --- deleted sources --------------------------------------------------------------------------------------------------- */

const KINDS = ['document', 'message', 'passage'];

/* Returns the numbers of documents, messages and passages in the summary, as they were when the answer was written. */
function thenCounted(summary) {
  return KINDS.map((word) => Number((new RegExp('(\\d+) ' + word).exec(summary || '') || [0, 0])[1]));
}

function nowCounted(passages) {
  const parents = (kind) => new Set(passages.filter((one) => one.source === kind).map((one) => (one.place || '') + ' ' + one.parent)).size;
  return [parents('document'), parents('message'), passages.length];
}

const listed = (counts) => counts.map((number, at) => number && counted(number, KINDS[at])).filter(Boolean).join(', ');

/* Returns what was deleted since, such as "1 document", or "2 passages" if no document or message is gone as a whole. */
function goneOf(then, now) {
  const gone = then.map((number, at) => Math.max(0, number - now[at]));
  return listed(gone[0] || gone[1] ? [gone[0], gone[1], 0] : gone);
}

/* A file's name that may wrap before its extension and after the hyphens and underscores that join its words. */
function Name({ name }) {
  return name.match(/\.?[^._-]*[_-]*/g).filter(Boolean).map((part, at) => [at ? <wbr key={at} /> : null, part]);
}

const LEVELS = { high: 3, medium: 2, low: 1 };

function Trust({ trust }) {
  return (
    <p className={'tw-trust tw-trust-' + trust.level}>
      <svg viewBox="0 0 16 16" aria-hidden="true">
        {[1, 2, 3].map((bar) => (
          <rect key={bar} x={bar * 4.4 - 2.6} y={13 - bar * 3.4} width="2.8" height={bar * 3.4} rx="1" opacity={bar <= LEVELS[trust.level] ? 1 : 0.25} />
        ))}
      </svg>
      <span><b>{say('Confidence: ' + trust.level)}</b>{trust.why ? '. ' + told(trust.why) : ''}</span>
    </p>
  );
}

function Export() {
  const address = (format) =>
    apiClient.buildEndpoint('/api/threads/' + encodeURIComponent(props.thread) + '/messages/' + encodeURIComponent(props.answer) + '/export?format=' + format);
  return (
    <span className="tw-export">
      <svg viewBox="0 0 16 16" aria-hidden="true"><path d="M8 2.5v7.2M5 7l3 2.9L11 7M2.8 12.8h10.4" /></svg>
      <a href={address('markdown')} download aria-label={say('Save this answer with its sources as {0}', 'Markdown')}>Markdown</a>
      <a href={address('pdf')} download aria-label={say('Save this answer with its sources as {0}', 'PDF')}>PDF</a>
    </span>
  );
}

function Passage({ passage }) {
  const [opening, setOpening] = useState(false);
  const open = async () => {
    setOpening(true);
    await openSource(passage);
    setOpening(false);
  };
  return (
    <li>
      <button type="button" className="tw-passage" onClick={open} aria-busy={opening}>
        <span className={'tw-marker' + (passage.marker ? '' : ' tw-marker-none')}>{passage.marker || ''}</span>
        <span className="tw-passage-body">
          <span className="tw-passage-head">
            <span className="tw-place">{passage.name ? passage.name + ' · ' : ''}{place(passage)}</span>
            {passage.score === null ? null : (
              <span className="tw-score" role="img" title={say('Relevance {0} of 100', passage.score)} aria-label={say('Relevance {0} of 100', passage.score)}>
                <span className="tw-score-bar"><span style={{ width: Math.min(100, Math.max(4, passage.score)) + '%' }} /></span>
                {passage.score}
              </span>
            )}
          </span>
          <span className="tw-preview">{passage.preview}</span>
          {passage.superseded ? <span className="tw-unsupported">{say('Said otherwise later, on {0}', moment(passage.superseded))}</span> : null}
          {passage.marker && !passage.supported ? <span className="tw-unsupported">{say('Not found in this passage')}</span> : null}
        </span>
      </button>
    </li>
  );
}

function Why({ passages }) {
  const [opening, setOpening] = useState(false);
  const cited = passages.filter((one) => one.marker).map((one) => one.parent + '#' + (one.source === 'message' ? '' : one.start));
  const open = async () => {
    setOpening(true);
    await act('why_sources', { question: props.question, model: props.model, covered: props.covered, cited, title: say('Why these sources') });
    setOpening(false);
  };
  return (
    <button type="button" className="tw-why-open" onClick={open} aria-busy={opening}>
      <svg viewBox="0 0 16 16" aria-hidden="true"><path d="M2.5 4.2h11M4.6 8h6.8M6.6 11.8h2.8" /></svg>
      {say(props.summary ? 'Why these sources' : props.trust ? 'Why nothing was found' : 'What was searched')}
    </button>
  );
}

function Again() {
  const [asking, setAsking] = useState(false);
  const again = async () => {
    setAsking(true);
    await act('try_again', { question: props.question }, props.answer);
    setAsking(false);
  };
  return (
    <button type="button" className="tw-again" onClick={again} disabled={asking}>
      <svg viewBox="0 0 16 16" aria-hidden="true"><path d="M13 8a5 5 0 1 1-1.6-3.7M13 2.4v2.7h-2.7" /></svg>
      {say('Answer again')}
    </button>
  );
}

export default function Sources() {
  const [open, setOpen] = useState(OPENED.has(props.answer));
  const toggle = () => {
    OPENED[open ? 'delete' : 'add'](props.answer);
    setOpen(!open);
  };
  const here = useRef(null);
  const groups = props.groups || [];
  const near = props.near || [];
  const passages = groups.flatMap((group) => group.passages);
  useMarkers(here, passages);
  const cited = passages.filter((passage) => passage.marker).length;
  const then = thenCounted(props.summary);
  const now = nowCounted(passages);
  const gone = goneOf(then, now);
  return (
    <div ref={here} className="tw-sources" data-testid="sources">
      {props.doubts ? (
        <p className="tw-legend"><span className="tw-doubt" aria-hidden="true">?</span> {say('Not found in the cited source. Look there before you rely on it.')}</p>
      ) : null}
      {props.trust && props.summary ? <Trust trust={props.trust} /> : null}
      {props.searched ? <p className="tw-note">{searchedIn(props.searched)}</p> : null}
      {props.note ? (
        <p className="tw-note">{told(props.note)}{props.advice ? <span className="tw-advice"> {say(props.advice)}</span> : null}</p>
      ) : null}
      {near.length ? (
        <section className="tw-near tw-group" aria-label={say('Closest passages')}>
          <h3>{say('Closest, but probably not an answer')}</h3>
          <ul>{near.map((passage, at) => <Passage key={at} passage={passage} />)}</ul>
        </section>
      ) : null}
      {props.summary ? (
        <div className="tw-fold">
          <button type="button" className="tw-summary" aria-expanded={open} onClick={toggle}>
            <svg className={'tw-chevron' + (open ? ' tw-open' : '')} viewBox="0 0 16 16" aria-hidden="true"><path d="M6 3.5 10.5 8 6 12.5" /></svg>
            <span>{listed(now) ? say('Sources: {0}', listed(now)) : say('Sources')}</span>
            {cited ? <span className="tw-cited">{say('{0} cited', cited)}</span> : null}
            {gone ? <span className="tw-gone">{say('{0} gone', gone)}</span> : null}
          </button>
          {open ? (
            <div className="tw-groups">
              {groups.map((group, index) => (
                <section key={index} className="tw-group">
                  <h3>
                    <svg className="tw-kind" viewBox="0 0 16 16" aria-hidden="true">
                      {group.kind === 'document' ? <path d="M4 1.8h5.2L12.4 5v9.2H4zM9 2v3.2h3.2" /> : <path d="M2.2 3h11.6v7.8H7.4L4.4 13.4v-2.6H2.2z" />}
                    </svg>
                    <span className="tw-group-name" title={say(group.name)}><Name name={say(group.name)} /></span>
                    {group.library ? <span className="tw-library">{say('Library {0}', group.library)}</span> : null}
                  </h3>
                  <ul>{group.passages.map((passage, at) => <Passage key={at} passage={passage} />)}</ul>
                </section>
              ))}
              {gone ? (
                <p className="tw-note">{say((passages.length ? 'Something else that' : 'What') + ' stood here was deleted, or is not shared with you any more.')}</p>
              ) : null}
            </div>
          ) : null}
        </div>
      ) : null}
      {props.writing && !props.stopped ? null : (
        <div className="tw-foot">
          {props.question ? <Why passages={passages} /> : null}
          {props.answer && props.thread ? <Export /> : null}
          {props.answer && props.question ? <Again /> : null}
        </div>
      )}
      {props.follow_ups && props.follow_ups.length ? (
        <div className="tw-follow-ups" role="group" aria-label={say('Follow-up questions')}>
          {props.follow_ups.map((question) => (
            <button key={question} type="button" className="tw-follow-up" onClick={(event) => (event.detail > 1 ? null : sendUserMessage(question))}>{question}</button>
          ))}
        </div>
      ) : null}
    </div>
  );
}
