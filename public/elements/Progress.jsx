import { useEffect, useState } from 'react';

const STAGES = {
  waiting: 'Waiting',
  extracting: 'Extracting text',
  chunking: 'Cutting into passages',
  embedding: 'Embedding passages',
  indexing: 'Indexing',
  complete: 'Ready'
};
const ended = (job) => job.state === 'done' || job.state === 'failed';
const counted = (number, word) => number + ' ' + word + (number === 1 ? '' : 's');

function Row({ start }) {
  const [job, setJob] = useState(start);
  const [about, setAbout] = useState(null);

  useEffect(() => {
    if (ended(job)) return;
    let stopped = false;
    let timer;
    const ask = async () => {
      try {
        const answer = await (await apiClient.get('/api/jobs/' + encodeURIComponent(job.id))).json();
        if (!stopped) setJob((known) => ({ ...known, ...answer, thread: known.thread }));
      } catch (error) {
        if (!stopped) timer = setTimeout(ask, 1500);
      }
    };
    timer = setTimeout(ask, job.asked ? 400 : 120);
    return () => { stopped = true; clearTimeout(timer); };
  }, [job]);

  useEffect(() => {
    if (job.state !== 'done' || !job.thread || !job.document) return;
    let stopped = false;
    apiClient
      .get('/api/threads/' + encodeURIComponent(job.thread) + '/documents/' + encodeURIComponent(job.document))
      .then((response) => response.json())
      .then((document) => { if (!stopped) setAbout(document); })
      .catch(() => undefined);
    return () => { stopped = true; };
  }, [job.state]);

  const percent = job.state === 'done' ? 100 : Math.max(3, Math.min(99, job.percent || 0));
  const failed = job.state === 'failed';
  let note = STAGES[job.stage] || job.stage;
  if (!ended(job) && job.of > 1 && job.done) note += ' ' + job.done + ' of ' + job.of;
  if (job.state === 'done') {
    note = about ? [counted(about.chunks, 'passage'), about.pages ? counted(about.pages, 'page') : null].filter(Boolean).join(', ') : 'Ready';
  }
  if (failed) note = 'Not added';
  const warnings = (about && about.coverage && about.coverage.warnings) || [];

  return (
    <li className={'tw-job' + (failed ? ' tw-failed' : job.state === 'done' ? ' tw-done' : '')} data-state={job.state} data-stage={job.stage}>
      <div className="tw-job-head">
        <svg className="tw-tick" viewBox="0 0 16 16" aria-hidden="true">
          {failed ? <path d="M4.5 4.5l7 7m0-7-7 7" /> : job.state === 'done' ? <path d="M3.2 8.4l3.1 3.1 6.5-7" /> : <circle cx="8" cy="8" r="5.4" />}
        </svg>
        <span className="tw-job-name" title={job.name}>{job.name}</span>
        <span className="tw-job-note">{note}</span>
      </div>
      {ended(job) ? null : (
        <div className="tw-bar" role="progressbar" aria-label={'Reading ' + job.name} aria-valuemin="0" aria-valuemax="100" aria-valuenow={percent}>
          <span style={{ width: percent + '%' }} />
        </div>
      )}
      {failed ? <p className="tw-job-error">{(job.error && job.error.detail) || 'This file could not be read.'}</p> : null}
      {warnings.map((warning) => <p key={warning} className="tw-job-warning">{warning}</p>)}
    </li>
  );
}

export default function Progress() {
  return <ul className="tw-jobs" role="status">{(props.jobs || []).map((job) => <Row key={job.id} start={job} />)}</ul>;
}
