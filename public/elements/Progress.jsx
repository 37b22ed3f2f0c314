import { useEffect, useRef, useState } from 'react';

const { say, told, counted, locale } = window.threadwise;
const STAGES = {
  waiting: 'Waiting',
  extracting: 'Extracting text',
  chunking: 'Cutting into passages',
  embedding: 'Embedding passages',
  indexing: 'Indexing',
  recognising: 'Reading pictures',
  complete: 'Ready'
};
const KNOWN = (window.threadwiseJobs = window.threadwiseJobs || new Map()); /* each row's last state: Chainlit recreates rows with each answer */
const READINGS = (window.threadwiseReadings = window.threadwiseReadings || new Map()); /* of each document, whether each of its jobs failed */
const ended = (job) => job.state !== 'running';
const GONE = 'This file is not here any more.';
const ASKED = 6000; /* milliseconds for which a deletion can be confirmed */
const documentOf = (job) => '/api/threads/' + encodeURIComponent(job.thread) + '/documents/' + encodeURIComponent(job.document);
const PAUSE = 1500; /* milliseconds after the first failure, doubled after each further one */
const LONGEST = 10000;
const QUIET = 3; /* seconds without progress after which they are counted, so that nobody takes the page for stuck */
const SPEAKING = typeof Intl.DisplayNames === 'function' ? new Intl.DisplayNames(locale(), { type: 'language' }) : null;

const isRefused = (error) => error.status >= 400 && error.status < 500 && error.status !== 429; /* 429: too many requests */
const because = (error) => (error.status ? told(error.detail || 'This could not be done.') : say('The server could not be reached.'));

/* Requests JSON; throws an Error with its `status` and `detail`. apiClient would also show each failure at the top of the page. */
async function request(path, options) {
  const response = await fetch(apiClient.buildEndpoint(path), { credentials: 'include', ...options });
  if (response.ok) return response.json();
  const { detail } = await response.json().catch(() => ({}));
  throw Object.assign(new Error(response.statusText), { status: response.status, detail });
}

/* Requests a path after a pause, and again as long as `take` returns the next pause (in milliseconds). A refusal is final and goes to
   `refuse`; other failures are retried, less and less often. Returns a function that stops it. */
function keepAsking(path, pause, take, refuse) {
  let stopped = false;
  let timer;
  let failed = 0;
  const ask = async () => {
    let next;
    try {
      const answer = await request(path);
      if (stopped) return;
      failed = 0;
      next = take(answer);
    } catch (error) {
      if (stopped) return;
      if (isRefused(error)) return refuse(error);
      next = Math.min(LONGEST, PAUSE * 2 ** failed++);
    }
    if (next) timer = setTimeout(ask, next);
  };
  timer = setTimeout(ask, pause);
  return () => { stopped = true; clearTimeout(timer); };
}

/* Returns numbers as ranges: 3, 4, 5, 9 as "3 to 5, 9". */
function ranges(numbers) {
  const found = [];
  for (const number of numbers) {
    const last = found[found.length - 1];
    if (last && last[1] === number - 1) last[1] = number;
    else found.push([number, number]);
  }
  return found.map(([from, to]) => (from === to ? String(from) : say('{0} to {1}', from, to))).join(', ');
}

/* Returns what was read in short: "14 passages, 6 pages, version 2". */
function heldBy(about, unit) {
  const parts = [counted(about.chunks, 'passage')];
  if (about.pages) parts.push(counted(about.pages, unit));
  if (about.version > 1) parts.push(say('version {0}', about.version));
  return parts.join(', ');
}

function covered(about, unit) {
  const { coverage } = about;
  const units = unit[0].toUpperCase() + unit.slice(1) + 's';
  const lines = [
    ['Text', say('{0} characters in {1}', new Intl.NumberFormat(locale()).format(about.characters), counted(about.chunks, 'passage'))],
    [units, about.pages],
    ['Tables', coverage.tables],
    ['Language', coverage.language && SPEAKING ? SPEAKING.of(coverage.language) : coverage.language],
    [units + ' without text', ranges(coverage.pages_without_text || [])],
    ['Read from pictures', ranges(coverage.ocr_pages || [])],
    ['Repeated pages', ranges(coverage.duplicate_pages || [])],
    ['Characters left out', coverage.characters_dropped],
    ['Version', about.version > 1 ? about.version : null]
  ];
  return lines.filter(([, value]) => value);
}

/* Asks once more in its own place, since a widget's frame may show no dialog of the browser. A double click confirms nothing. */
function Delete({ name, onDelete }) {
  const [asked, setAsked] = useState(false);
  useEffect(() => {
    if (!asked) return;
    const timer = setTimeout(() => setAsked(false), ASKED);
    return () => clearTimeout(timer);
  }, [asked]);
  return asked ? (
    <button type="button" className="tw-delete" onClick={({ detail }) => { if (detail < 2) onDelete(); }}>{say('Delete {0} for good', name)}</button>
  ) : (
    <button type="button" aria-label={say('Delete {0}', name)} onClick={() => setAsked(true)}>{say('Delete')}</button>
  );
}

/* Returns whether the document of a job was there already: not if each job before it, whose file it repeats, failed or was stopped. */
function repeats(job, failed) {
  const readings = READINGS.get(job.document) || new Map();
  READINGS.set(job.document, readings.set(job.id, failed));
  const ids = [...readings.keys()];
  const earlier = ids.slice(0, ids.indexOf(job.id));
  return job.repeated && !(earlier.length && earlier.every((id) => readings.get(id)));
}

function alreadyThere(job, about) {
  return about.name === job.name
    ? say('This file is already in this conversation; it was not added again.')
    : say('This file is already in this conversation as {0}; it was not added again.', about.name);
}

function About({ job, about, onDelete }) {
  const [open, setOpen] = useState(false);
  const act = (name, payload) => window.threadwise.act(callAction({ name, payload }));
  const contents = () => act('open_document', { parent: job.document });
  return (
    <div className="tw-about">
      <button type="button" aria-expanded={open} onClick={() => setOpen(!open)}>{say(open ? 'Hide details' : 'What was read')}</button>
      <button type="button" onClick={contents}>{say('Contents')}</button>
      {about.name !== job.name ? (
        <button type="button" onClick={() => act('keep_both', { parent: job.document, name: job.name })}>
          {say('Add it as a document of its own')}
        </button>
      ) : null}
      <Delete name={about.name} onDelete={onDelete} />
      {open ? (
        <dl>{covered(about, job.unit || 'page').map(([word, value]) => <div key={word}><dt>{say(word)}</dt><dd>{value}</dd></div>)}</dl>
      ) : null}
    </div>
  );
}

function Unlock({ job, onUnlocked }) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');
  const unlock = async (event) => {
    event.preventDefault();
    const password = new FormData(event.currentTarget).get('password');
    if (!password) return;
    setBusy(true);
    setFailure('');
    try {
      onUnlocked(await request('/api/jobs/' + encodeURIComponent(job.id) + '/password', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ password })
      }));
    } catch (error) {
      setFailure(because(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <form className="tw-unlock" onSubmit={unlock}>
        <input name="password" type="password" autoComplete="off" aria-label={say('Password of {0}', job.name)} placeholder={say('Password of the file')} />
        <button type="submit" disabled={busy}>{say('Open')}</button>
      </form>
      {failure ? <p className="tw-job-error" role="alert">{failure}</p> : null}
    </>
  );
}

/* Returns for how many seconds a job has told no progress, or 0 for the first few. */
function useQuiet(job) {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    setSeconds(0);
    if (ended(job)) return;
    const begun = Date.now();
    const timer = setInterval(() => setSeconds(Math.floor((Date.now() - begun) / 1000)), 1000);
    return () => clearInterval(timer);
  }, [job.state, job.stage, job.done]);
  return seconds >= QUIET ? seconds : 0;
}

function Row({ start }) {
  const known = KNOWN.get(start.id) || {};
  const [job, setJob] = useState(known.job || start);
  const [about, setAbout] = useState(known.about || null);
  useEffect(() => {
    if (['running', 'done', 'deleted'].includes(job.state)) KNOWN.set(start.id, { job, about });
    else KNOWN.delete(start.id); /* the file may come back, or be unlocked */
  }, [job, about]);

  const become = (state) => setJob((known) => ({ ...known, state }));
  const leave = (error) => {
    if (error.status === 404) become('gone');
    else setJob((known) => ({ ...known, state: 'lost', error: { detail: because(error) } }));
  };

  useEffect(() => {
    if (ended(job)) return;
    return keepAsking(
      '/api/jobs/' + encodeURIComponent(job.id),
      job.asked ? 400 : 120,
      (answer) => setJob((known) => ({ ...known, ...answer, thread: known.thread, asked: true })),
      leave
    );
  }, [job]);

  useEffect(() => {
    if (job.state !== 'done' || !job.thread || !job.document) return;
    return keepAsking(
      documentOf(job),
      0,
      (document) => {
        setAbout(document);
        return document.coverage.awaiting_ocr.length ? 2000 : 0;
      },
      (error) => { if (error.status === 404) leave(error); }
    );
  }, [job.state]);

  const quiet = useQuiet(job);
  const here = useRef(null);
  const percent = job.state === 'done' ? 100 : Math.max(3, Math.min(99, job.percent || 0));
  const failed = job.state === 'failed' || job.state === 'lost';
  const stage = say(STAGES[job.stage] || job.stage);
  let note = stage;
  if (!ended(job) && job.of > 1 && job.done) {
    note = job.stage === 'extracting' ? say('Reading page {0} of {1}', job.done, job.of) : note + ' ' + say('{0} of {1}', job.done, job.of);
  }
  if (quiet) note += ' · ' + quiet + ' s';
  if (job.state === 'done') {
    note = about ? heldBy(about, job.unit || 'page') : say('Ready');
  }
  if (job.state === 'failed') note = say('Not added');
  if (job.state === 'lost') note = '';
  if (job.state === 'gone') note = say(GONE);
  if (job.state === 'deleting') note = say('Being deleted');
  const pictures = about && about.coverage.awaiting_ocr.length > 0;
  const locked = failed && job.error && job.error.code === 'needs_password' && /\bPDF\b/.test(job.error.detail); /* no other kind can be unlocked */
  const cancel = () => window.threadwise.act(apiClient.delete('/api/jobs/' + encodeURIComponent(job.id)));
  const remove = () => {
    here.current.parentElement.focus(); /* the button goes */
    become('deleting');
    const deleted = apiClient.delete(documentOf(job)).then(() => become('deleted'));
    deleted.catch(() => become('done'));
    return window.threadwise.act(deleted);
  };
  const warnings = (about && about.coverage && about.coverage.warnings) || [];

  const isRepeated = repeats(job, failed);
  if (job.state === 'deleted') return <li className="tw-hidden" role="status">{say('{0} was deleted.', job.name)}</li>;

  return (
    <li ref={here} className={'tw-job' + (failed ? ' tw-failed' : { done: ' tw-done', gone: ' tw-gone-file' }[job.state] || '')} data-state={job.state} data-stage={job.stage}>
      <div className="tw-job-head">
        <svg className="tw-tick" viewBox="0 0 16 16" aria-hidden="true">
          {failed ? <path d="M4.5 4.5l7 7m0-7-7 7" /> : job.state === 'done' ? <path d="M3.2 8.4l3.1 3.1 6.5-7" /> : job.state === 'gone' ? <path d="M4 8h8" /> : <circle cx="8" cy="8" r="5.4" />}
        </svg>
        <span className="tw-job-name" title={job.name}>{job.name}</span>
        <span className="tw-job-note">{note}</span>
        <span className="tw-hidden" role="status">{job.name + ': ' + (job.state === 'lost' ? job.error.detail : ended(job) ? note : stage)}</span>
        {ended(job) ? null : (
          <button type="button" className="tw-cancel" title={say('Cancel')} aria-label={say('Cancel reading {0}', job.name)} onClick={cancel}>
            <svg viewBox="0 0 16 16" aria-hidden="true"><path d="M4.5 4.5l7 7m0-7-7 7" /></svg>
          </button>
        )}
      </div>
      {ended(job) ? null : (
        <div className="tw-bar" role="progressbar" aria-label={say('Reading {0}', job.name)} aria-valuemin="0" aria-valuemax="100" aria-valuenow={percent}>
          <span style={{ width: percent + '%' }} />
        </div>
      )}
      {failed ? <p className="tw-job-error">{told((job.error && job.error.detail) || 'This file could not be read.')}</p> : null}
      {locked ? <Unlock job={job} onUnlocked={(answer) => setJob({ ...job, ...answer, thread: job.thread })} /> : null}
      {!ended(job) && job.error ? <p className="tw-job-warning">{job.error.detail + ' ' + say('It is tried again by itself.')}</p> : null}
      {!ended(job) && job.askable ? <p className="tw-job-warning">{say('You can ask already; meanings are still being learned.')}</p> : null}
      {pictures ? <p className="tw-job-warning">{say('Still being read from pictures: page {0}', ranges(about.coverage.awaiting_ocr))}</p> : null}
      {job.state === 'done' && about && isRepeated ? <p className="tw-job-warning">{alreadyThere(job, about)}</p> : null}
      {warnings.map((warning) => <p key={warning} className="tw-job-warning">{warning}</p>)}
      {job.state === 'done' && about ? <About job={job} about={about} onDelete={remove} /> : null}
    </li>
  );
}

export default function Progress() {
  return <ul className="tw-jobs" tabIndex={-1} aria-label={say('Files')}>{(props.jobs || []).map((job) => <Row key={job.id} start={job} />)}</ul>;
}
