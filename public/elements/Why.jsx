import { useEffect, useRef, useState } from 'react';

const { say, pageOf, locale, moment } = window.threadwise;
const LISTED = 200; /* most candidates that are fetched; the counts include all */
const STEP = 15;
const NUMBER = new Intl.NumberFormat(locale());
const PERCENT = new Intl.NumberFormat(locale(), { style: 'percent' });
const AS_ASKED = {
  mode: 'hybrid', recency: true, diversity: true, documents: props.documents !== false, messages: props.messages !== false,
  libraries: true, other_threads: true, top_k: '', threshold: '', half_life: '', budget: '', now: ''
};
const MODES = [['hybrid', 'Both'], ['dense', 'Meaning'], ['keyword', 'Words']];
const INTRODUCTION =
  'Every passage that was compared with the question: what was kept for the answer, what was cut and why. Search again with other settings to see what they would change; the answer stays as it is.';
const CUTS = {
  search: 'Not found by the search',
  period: 'Of another time',
  question: 'Only asking',
  duplicate: 'Repeated',
  threshold: 'Below the threshold',
  section: 'Outside the best sections',
  diversity: 'Another source’s turn',
  top_k: 'Beyond the most',
  budget: 'Over the budget',
  exact: 'Beside what is asked for'
};
/* The settings that are numbers: their names in the form and in `told`, and what is allowed. */
const NUMBERS = {
  top_k: ['At most', 'passages', 1, 200, true],
  threshold: ['Score at least', '', 0, 1, false],
  half_life: ['Half-life', 'days', 0.01, 36500, false],
  budget: ['Budget', 'characters', 1, 1000000, true]
};
const ALLOWED = {
  top_k: 'At most how many passages: a whole number from 1 to 200.',
  threshold: 'Score at least: a number from 0 to 1.',
  half_life: 'Half-life: more than 0 and at most 36,500 days.',
  budget: 'Budget: a whole number of characters from 1 to 1,000,000.'
};
/* The parts of a fused score: their names, and what they mean. */
const SUMS = {
  meaning: ['Meaning', 'Its closeness in meaning, compared with the others of its kind.'],
  document: ['Its file', 'What the best passage of its file adds.'],
  words: ['Words', 'How much it names of what is asked, compared with the others of its kind.'],
  coverage: ['Coverage', 'How much of the question it names.'],
  document_name: ['File name', 'The question names its file.'],
  window: ['Around it', 'What the messages around it say.'],
  author: ['Speaker', 'The question names who said it.'],
  role: ['Who said it', 'Your messages count more than answers, or the other way round if answers are asked for.'],
  answered: ['Question', 'The message that it answers fits better.'],
  length: ['Length', 'Added for brevity, or taken off for length.'],
  neighbours: ['Neighbours', 'The messages directly before and after it.'],
  specificity: ['Detail', 'How much it tells, whatever is asked.'],
  period: ['Time', 'It was said at the time asked for.'],
  scale: ['Scale', 'Makes files and messages comparable.'],
  wish: ['Preference', 'It states a preference of yours.'],
  asked_before: ['Only asks', 'It only asks, or its conversation is about the question only because it was asked there.'],
  other_code: ['Other number', 'The question is a number or code that it lacks and others have.']
};
const MEANINGS = [
  ['Meaning', 'How close its meaning is to the question’s, from -1 to 1 (dense search).'],
  ['Words', 'How much it names of what is asked, rare words counting more (keyword search, BM25); the bar is its share of the highest.'],
  ['Fused', 'Both together: 0 an average passage of its kind, 1 a clear hit.'],
  ['Recency', 'What a message’s age leaves of that; documents do not age.'],
  ['Diversity', 'What is taken off for standing behind enough others of the same document or day.'],
  ['Budget', 'Its characters; the bar is their share of what was left when its turn came.']
];

const MEANING = Object.fromEntries(MEANINGS);
const CITED = new Set(props.cited || []);

const ordinal = (number) => number + (['th', 'st', 'nd', 'rd'][number % 100 > 10 && number % 100 < 14 ? 0 : number % 10] || 'th');
const elsewhere = (candidate) => candidate.library || candidate.thread || null;
const keyOf = (candidate) => [(elsewhere(candidate) || {}).id, candidate.message ? candidate.message.id : candidate.document.id, candidate.chunk_index].join('#');
const isCited = ({ message, document, start }) => CITED.has(message ? message.id + '#' : document.id + '#' + start);
const isSame = (one, other) => Object.keys(AS_ASKED).every((name) => String(one[name]) === String(other[name]));
const numberOf = (text) => (text === '' ? null : Number(text));
const endOf = (day) => day + 'T23:59:59Z'; /* a day's messages count as said by then */
const quoted = (text) => "'" + text.replace(/'/g, "'\\''") + "'";

/* Returns what is allowed for each number that was not entered so. */
function faults(settings, bad) {
  return Object.entries(NUMBERS)
    .filter(([name, [, , least, most, whole]]) => {
      const value = Number(settings[name]);
      return bad.has(name) || (settings[name] !== '' && !(value >= least && value <= most && (!whole || Number.isInteger(value))));
    })
    .map(([name]) => say(ALLOWED[name]));
}

function unit({ document, page }) {
  const found = (props.units || {})[document.name.split('.').pop().toLowerCase()];
  return pageOf(found, NUMBER.format(page));
}

function place(candidate) {
  if (candidate.message) {
    const { author, role, created_at: said } = candidate.message;
    const thread = candidate.thread ? ' · ' + say('your conversation “{0}”', candidate.thread.name) : '';
    return (author || (role === 'user' ? say('You') : 'Threadwise')) + ' · ' + moment(said) + thread;
  }
  const where = [candidate.page ? unit(candidate) : null, ...candidate.section].filter(Boolean);
  const library = candidate.library ? say('Library {0}', candidate.library.name) + ': ' : '';
  return library + candidate.document.name + (where.length ? ' · ' + where.join(' › ') : '');
}

function belowThreshold({ strength, least_strength: threshold, scores, message, thread, library }, { least_score: least }) {
  const where = say(thread ? 'that conversation' : message ? 'the conversation' : library ? 'the library' : 'the files');
  if (strength < threshold) {
    return say('Cut: nothing in {0} is clearly about this ({1}, the threshold is {2})', where, Number(strength.toPrecision(1)), threshold);
  }
  if (scores.fused < least) return say('Cut: {0} is below {1}', scores.fused.toFixed(2), least);
  return say('Cut: no closer to the question than an average passage of {0}', where);
}

/* Returns where the kept messages stand that replace a candidate, or are replaced by it: [later, earlier]. */
function replacing(candidate, kept) {
  if (!candidate.message) return [null, null];
  const later = kept.find(({ message }) => message && candidate.superseded_by === message.id);
  const earlier = kept.find((other) => other.superseded_by && other.superseded_by === candidate.message.id);
  return [later ? later.ranks.after : null, earlier ? earlier.ranks.after : null];
}

/* Returns why a candidate does not stand where its score puts it; null if there is nothing to say. */
function move(candidate, kept) {
  const [later, earlier] = replacing(candidate, kept);
  const said = !candidate.superseded_by ? null : later ? say('Said otherwise later in [{0}]', later) : say('Said otherwise later');
  const moved = {
    above_replaced: () => say('moved above [{0}], which it replaces', earlier),
    below_replaced: () => say('moved below [{0}], which it replaces, as the question asks for the course of events', earlier),
    above_replacement: () => say('moved above [{0}], as the question asks for the course of events', later),
    below_replacement: () => say('moved below [{0}]', later),
    brought_in: () => say('kept because it replaces [{0}]', earlier),
    gave_way: () => say('its place went to a message that replaces another'),
    as_said: () => say('placed in the order in which it was said')
  }[candidate.moved];
  const parts = [said, moved ? moved() : null].filter(Boolean).join('; ');
  return parts ? parts.charAt(0).toUpperCase() + parts.slice(1) : null;
}

/* Returns why a candidate was kept or cut. Only English uses the ordinals; translations use the numbers. */
function reason(candidate, limits) {
  const { before, after } = candidate.ranks;
  if (!candidate.cut) {
    if (candidate.kept_for_words) return say('Kept because it names most of what is asked, though {0} by score', ordinal(before), before);
    const kept = say('Kept: {0} by score', ordinal(before), before);
    return before === after ? kept : kept + say(', {0} of those that were kept', ordinal(after), after);
  }
  const { characters, left } = candidate.budget;
  return {
    search: say('Cut: neither search returned it'),
    period: say('Cut: the question asks for what was said at some time, and this is not'),
    question: say('Cut: it only asks'),
    exact: say('Cut: other passages are exactly what is asked for'),
    duplicate: say('Cut: it says word for word what a better one says'),
    threshold: belowThreshold(candidate, limits),
    section: say('Cut: it stands outside the best sections'),
    diversity: say('Cut: enough of its source stand before it, so another source got the place'),
    top_k: say('Cut: not among the best {0}', limits.top_k),
    budget: say('Cut: {0} characters, {1} were left of the budget', NUMBER.format(characters), NUMBER.format(left || 0))
  }[candidate.cut];
}

function told(settings) {
  const parts = [];
  if (settings.mode !== 'hybrid') parts.push(say(settings.mode === 'dense' ? 'by meaning alone' : 'by words alone'));
  if (!settings.recency) parts.push(say('without recency'));
  if (!settings.diversity) parts.push(say('without diversity'));
  if (settings.documents !== AS_ASKED.documents || settings.messages !== AS_ASKED.messages) {
    parts.push(say(settings.documents && settings.messages ? 'in files and the conversation' : settings.documents ? 'in files only' : 'in the conversation only'));
  }
  if (!settings.libraries) parts.push(say('without libraries'));
  if (!settings.other_threads) parts.push(say('without other conversations'));
  if (settings.top_k) parts.push(say('at most {0}', settings.top_k));
  if (settings.threshold) parts.push(say('with a score of at least {0}', settings.threshold));
  if (settings.half_life) parts.push(say('with a half-life of {0} days', settings.half_life));
  if (settings.budget) parts.push(say('within {0} characters', NUMBER.format(settings.budget)));
  if (settings.now) parts.push(say('as if today were {0}', settings.now));
  return parts.join(', ');
}

function command(settings) {
  const words = ['threadwise search', quoted(props.text), '--thread', quoted(props.thread), '--as-of', quoted(props.question), '--explain'];
  if (settings.mode !== 'hybrid') words.push('--mode', settings.mode);
  if (!settings.recency) words.push('--no-recency');
  if (!settings.diversity) words.push('--no-diversity');
  if (settings.documents !== AS_ASKED.documents || settings.messages !== AS_ASKED.messages) {
    ['documents', 'messages'].filter((kind) => settings[kind]).forEach((kind) => words.push('--source', kind));
  }
  if (!settings.libraries) words.push('--no-libraries');
  if (!settings.other_threads) words.push('--no-other-threads');
  if (settings.top_k) words.push('--top-k', settings.top_k);
  if (settings.threshold) words.push('--threshold', settings.threshold);
  if (settings.half_life) words.push('--half-life', settings.half_life);
  if (settings.budget) words.push('--budget', settings.budget);
  if (settings.now) words.push('--now', endOf(settings.now));
  return words.join(' ');
}

/* Searches again with the given settings, and stores nothing. Throws an Error whose message is a sentence for the user. */
async function search(settings, signal) {
  const body = {
    query: props.text,
    as_of: props.question,
    explain: true,
    candidates: LISTED,
    mode: settings.mode,
    recency: settings.recency,
    diversity: settings.diversity,
    sources:
      settings.documents === AS_ASKED.documents && settings.messages === AS_ASKED.messages
        ? null
        : ['documents', 'messages'].filter((kind) => settings[kind]),
    libraries: settings.libraries,
    other_threads: settings.other_threads,
    top_k: numberOf(settings.top_k),
    threshold: numberOf(settings.threshold),
    half_life_days: numberOf(settings.half_life),
    budget_characters: numberOf(settings.budget),
    now: settings.now ? endOf(settings.now) : null
  };
  let response;
  try {
    response = await fetch(apiClient.buildEndpoint('/api/threads/' + encodeURIComponent(props.thread) + '/search'), {
      method: 'POST',
      credentials: 'include',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
      signal
    });
  } catch (error) {
    if (signal.aborted) throw error;
    throw new Error(say('The server could not be reached.'));
  }
  const answer = await response.json().catch(() => null);
  if (!response.ok || !answer) throw new Error((answer && answer.detail) || say('The search did not answer.'));
  return answer;
}

function Part({ name, value, share, bad }) {
  return (
    <div className={'tw-part' + (bad ? ' tw-part-bad' : '')}>
      <dt title={say(MEANING[name])}>{say(name)}</dt>
      <dd>{value}</dd>
      <span className="tw-part-bar" aria-hidden="true">
        {share ? <span style={{ width: Math.min(100, Math.max(3, share * 100)) + '%' }} /> : null}
      </span>
    </div>
  );
}

function Parts({ candidate, limits, mostWords }) {
  const { scores, budget, diversity, cut } = candidate;
  const reached = budget.reached && budget.left !== null;
  return (
    <dl className="tw-parts">
      <Part name="Meaning" value={scores.dense === null ? '–' : scores.dense.toFixed(2)} share={scores.dense} />
      <Part name="Words" value={scores.keyword === null ? '–' : scores.keyword.toFixed(2)} share={scores.keyword && scores.keyword / mostWords} />
      <Part name="Fused" value={scores.fused.toFixed(2)} share={scores.fused} bad={cut === 'threshold'} />
      <Part name="Recency" value={candidate.message ? '×' + scores.recency.toFixed(2) : '–'} share={candidate.message && scores.recency} />
      <Part name="Diversity" value={diversity ? '−' + diversity.toFixed(2) : '–'} bad={cut === 'diversity'} />
      <Part
        name="Budget"
        value={NUMBER.format(budget.characters)}
        share={reached && budget.characters / Math.max(1, budget.left)}
        bad={cut === 'budget'}
      />
    </dl>
  );
}

/* Whether a part is visible at the digits that are shown. */
const tells = ({ value, factor }) => (factor === undefined ? Math.abs(value) : Math.abs(factor - 1)) >= 0.005;

/* What a fused score is made of: what was added, then what it was multiplied by. */
function Sum({ parts }) {
  return (
    <details className="tw-sum">
      <summary>{say('Fused, part by part')}</summary>
      <dl>
        {parts.filter(tells).map(({ name, value, factor }) => (
          <div key={name} title={say(SUMS[name][1])}>
            <dt>{say(SUMS[name][0])}</dt>
            <dd>{factor === undefined ? (value < 0 ? '−' : '+') + Math.abs(value).toFixed(2) : '×' + (factor < 0.1 ? Number(factor.toPrecision(2)) : factor.toFixed(2))}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

function Candidate({ candidate, limits, mostWords, before, kept }) {
  const [open, setOpen] = useState(false);
  const show = () => window.threadwise.act(callAction({
    name: 'open_source',
    payload: {
      source: candidate.source,
      parent: candidate.message ? candidate.message.id : candidate.document.id,
      place: (elsewhere(candidate) || {}).id || null,
      start: candidate.start || 0,
      end: candidate.end || 0,
      page: candidate.page || null,
      quote: '',
      heading: candidate.section || []
    }
  }));
  const moved = move(candidate, kept);
  let change = null;
  if (before) {
    const was = before.get(keyOf(candidate));
    const now = candidate.ranks.after;
    if (now && !was) change = say('was not kept');
    else if (was && was !== now) change = say('was {0}', ordinal(was), was);
  }
  return (
    <li className={'tw-candidate' + (candidate.cut ? ' tw-was-cut' : '')} data-cut={candidate.cut || 'kept'}>
      <div className="tw-candidate-head">
        <span className={'tw-marker' + (candidate.cut ? ' tw-marker-cut' : '')} aria-hidden="true">{candidate.ranks.after || '×'}</span>
        <strong className="tw-place">{place(candidate)}</strong>
        {isCited(candidate) ? <span className="tw-cited" title={say('The answer cites it')}>{say('cited')}</span> : null}
        {change ? <span className="tw-change">{change}</span> : null}
      </div>
      <p className="tw-reason">{reason(candidate, limits)}</p>
      {moved ? <p className="tw-moved">{moved}</p> : null}
      <p className={open ? 'tw-whole' : 'tw-preview'}>{candidate.text}</p>
      <Parts candidate={candidate} limits={limits} mostWords={mostWords} />
      {candidate.parts.length ? <Sum parts={candidate.parts} /> : null}
      <div className="tw-candidate-more">
        <button type="button" aria-expanded={open} onClick={() => setOpen(!open)}>{say(open ? 'Less' : 'Whole text')}</button>
        <button type="button" onClick={show}>{say(candidate.message ? 'In the conversation' : 'In the document')}</button>
      </div>
    </li>
  );
}

function Listed({ candidates, limits, mostWords, before, kept }) {
  const [most, setMost] = useState(STEP);
  return (
    <>
      <ol className="tw-candidates">
        {candidates.slice(0, most).map((candidate) => (
          <Candidate key={keyOf(candidate)} candidate={candidate} limits={limits} mostWords={mostWords} before={before} kept={kept} />
        ))}
      </ol>
      {candidates.length > most ? (
        <button type="button" className="tw-more" onClick={() => setMost(most + STEP)}>
          {say('Show {0} more', Math.min(STEP, candidates.length - most))}
        </button>
      ) : null}
    </>
  );
}

function Check({ name, label, settings, onChange }) {
  return (
    <label className="tw-choice">
      <input type="checkbox" checked={settings[name]} onChange={(event) => onChange({ ...settings, [name]: event.target.checked })} />
      <span>{say(label)}</span>
    </label>
  );
}

function Amount({ name, settings, usual, onChange, onBad }) {
  const [label, unit, least, most, whole] = NUMBERS[name];
  const change = ({ target }) => {
    onBad(name, target.validity.badInput);
    onChange({ ...settings, [name]: target.value });
  };
  return (
    <label className="tw-most">
      <span>{say(label)}</span>
      <input type="number" min={least} max={most} step={whole ? 1 : 'any'} inputMode={whole ? 'numeric' : 'decimal'} value={settings[name]} placeholder={usual} onChange={change} />
      {unit ? <span>{say(unit)}</span> : null}
    </label>
  );
}

function Settings({ settings, shown, usual, busy, onChange, onRun }) {
  const [bad, setBad] = useState(new Set());
  const [more, setMore] = useState(false);
  const nowhere = !settings.documents && !settings.messages;
  const wrong = faults(settings, bad);
  const amount = { settings, onChange, onBad: (name, is) => setBad(new Set(is ? [...bad, name] : [...bad].filter((other) => other !== name))) };
  const submit = (event) => {
    event.preventDefault();
    if (!nowhere && !wrong.length) onRun(settings);
  };
  return (
    <form className="tw-settings" noValidate onSubmit={submit} aria-label={say('Search again with other settings')}>
      <fieldset>
        <legend>{say('Search by')}</legend>
        {MODES.map(([mode, label]) => (
          <label key={mode} className="tw-choice">
            <input type="radio" name={'mode-' + props.question} checked={settings.mode === mode} onChange={() => onChange({ ...settings, mode })} />
            <span>{say(label)}</span>
          </label>
        ))}
      </fieldset>
      <fieldset>
        <legend>{say('Look in')}</legend>
        <Check name="documents" label="Files" settings={settings} onChange={onChange} />
        <Check name="messages" label="Conversation" settings={settings} onChange={onChange} />
        {props.libraries ? <Check name="libraries" label="Libraries" settings={settings} onChange={onChange} /> : null}
        {props.other_threads ? <Check name="other_threads" label="Other conversations" settings={settings} onChange={onChange} /> : null}
      </fieldset>
      <fieldset>
        <legend>{say('Weigh in')}</legend>
        <Check name="recency" label="Recency" settings={settings} onChange={onChange} />
        <Check name="diversity" label="Diversity" settings={settings} onChange={onChange} />
      </fieldset>
      <details className="tw-settings-more" open={more} onToggle={(event) => setMore(event.target.open)}>
        <summary>{say('More settings')}</summary>
        <div>
          <Amount name="threshold" usual="" {...amount} />
          <Amount name="half_life" usual={usual.half_life} {...amount} />
          <Amount name="budget" usual={usual.budget} {...amount} />
          <label className="tw-most">
            <span>{say('Today is')}</span>
            <input type="date" min="1970-01-01" max="2200-12-31" value={settings.now} onChange={(event) => onChange({ ...settings, now: event.target.value })} />
          </label>
        </div>
      </details>
      <div className="tw-settings-end">
        <Amount name="top_k" usual={usual.top_k} {...amount} />
        {isSame(shown, AS_ASKED) && isSame(settings, AS_ASKED) ? null : (
          <button type="button" className="tw-quiet-button" disabled={busy} onClick={() => onRun(AS_ASKED)}>{say('As asked')}</button>
        )}
        <button type="submit" className="tw-run" disabled={busy || nowhere || wrong.length > 0 || isSame(settings, shown)}>{say('Search again')}</button>
      </div>
      {wrong.map((sentence) => <p key={sentence} className="tw-job-error" role="alert">{sentence}</p>)}
      {nowhere ? <p className="tw-job-error" role="alert">{say('Choose at least one place to look in.')}</p> : null}
    </form>
  );
}

function Timing({ found }) {
  const steps = Object.entries(found.timing_ms).filter(([step]) => step !== 'total');
  return (
    <p className="tw-note">
      {say('Confidence {0}. Took {1} ms: ', PERCENT.format(found.confidence), found.timing_ms.total.toFixed(1))}
      {steps.map(([step, milliseconds]) => step + ' ' + milliseconds.toFixed(1)).join(', ') + '.'}
    </p>
  );
}

function Explained({ found, before, shown }) {
  const [only, setOnly] = useState(null);
  const kept = found.candidates.filter((candidate) => !candidate.cut);
  const cut = found.candidates.filter((candidate) => candidate.cut && (!only || candidate.cut === only));
  const counts = Object.keys(CUTS).filter((name) => found.cuts[name]).map((name) => [name, found.cuts[name]]);
  const cutAltogether = counts.reduce((sum, [, count]) => sum + count, 0);
  const mostWords = Math.max(1e-9, ...found.candidates.map((candidate) => candidate.scores.keyword || 0));
  const { limits } = found;
  const budget = limits.budget_characters === null ? '' : say(', within {0} characters', NUMBER.format(limits.budget_characters));
  const listed = { limits, mostWords, before, kept };
  return (
    <>
      <details className="tw-meanings">
        <summary>{say('What the numbers mean')}</summary>
        <dl>{MEANINGS.map(([word, meaning]) => <div key={word}><dt>{say(word)}</dt><dd>{say(meaning)}</dd></div>)}</dl>
      </details>
      {found.rewritten !== props.text ? <p className="tw-rewritten"><span>{say('Searched for')}</span>{found.rewritten}</p> : null}
      <h3 className="tw-why-title">{say('Kept') + ' · ' + NUMBER.format(kept.length)}</h3>
      {kept.length ? (
        <>
          <p className="tw-note">{say('The answer may rest on these: at most the best {0} that are about the question{1}.', limits.top_k, budget)}</p>
          <Listed candidates={kept} {...listed} />
        </>
      ) : <p className="tw-note">{say(cutAltogether ? 'Nothing that was considered is close enough to the question.' : 'There was nothing to consider.')}</p>}
      {cutAltogether ? <h3 className="tw-why-title">{say('Cut') + ' · ' + NUMBER.format(cutAltogether)}</h3> : null}
      {counts.length > 1 ? (
        <div className="tw-reasons" role="group" aria-label={say('Show only what was cut for one reason')}>
          {counts.map(([name, count]) => (
            <button key={name} type="button" aria-pressed={only === name} onClick={() => setOnly(only === name ? null : name)}>
              {say(CUTS[name])} <b>{NUMBER.format(count)}</b>
            </button>
          ))}
        </div>
      ) : counts.map(([name]) => <p key={name} className="tw-note">{say(CUTS[name]) + '.'}</p>)}
      {cut.length ? <Listed key={only || 'all'} candidates={cut} {...listed} /> : null}
      {kept.length + cutAltogether > found.candidates.length ? (
        <p className="tw-note">{say('The best {0} of {1} are listed.', NUMBER.format(found.candidates.length), NUMBER.format(kept.length + cutAltogether))}</p>
      ) : null}
      <Timing found={found} />
      <p className="tw-note">{say('The same at a terminal:')}</p>
      <code className="tw-command">{command(shown)}</code>
    </>
  );
}

export default function Why() {
  const [settings, setSettings] = useState(AS_ASKED);
  const [shown, setShown] = useState(AS_ASKED);
  const [found, setFound] = useState(null);
  const [usual, setUsual] = useState(null);
  const [busy, setBusy] = useState(true);
  const [error, setError] = useState(null);
  const running = useRef(null);
  const here = useRef(null);

  const run = async (wanted) => {
    if (running.current) running.current.abort();
    const mine = new AbortController();
    running.current = mine;
    setSettings(wanted);
    setBusy(true);
    setError(null);
    try {
      const answer = await search(wanted, mine.signal);
      if (mine.signal.aborted) return;
      setFound(answer);
      setShown(wanted);
      if (isSame(wanted, AS_ASKED)) {
        const ranks = answer.candidates.filter((candidate) => !candidate.cut).map((candidate) => [keyOf(candidate), candidate.ranks.after]);
        setUsual({ top_k: answer.limits.top_k, budget: answer.limits.budget_characters, ranks: new Map(ranks) });
      }
    } catch (failure) {
      if (!mine.signal.aborted) setError(failure.message);
    } finally {
      if (running.current === mine) setBusy(false);
    }
  };

  useEffect(() => {
    if (here.current) here.current.focus({ preventScroll: true });
    run(AS_ASKED);
    return () => running.current && running.current.abort();
  }, []);

  const dry = found && !isSame(shown, AS_ASKED);
  const kept = found ? found.candidates.filter((candidate) => !candidate.cut).length : 0;
  const all = found ? kept + Object.values(found.cuts).reduce((sum, count) => sum + count, 0) : 0;
  return (
    <div ref={here} className="tw-why" tabIndex={-1} data-testid="why">
      <p className="tw-why-question">{props.text}</p>
      <p className="tw-note">
        {say(INTRODUCTION)}
      </p>
      {props.computed ? <p className="tw-note">{say('This answer was computed over all rows of a table, which stand under Sources. The search before that:')}</p> : null}
      {props.covered ? <p className="tw-note" data-testid="covered">{props.covered + ' ' + say('A search for the same question would find:')}</p> : null}
      <Settings settings={settings} shown={shown} usual={{ top_k: usual ? usual.top_k : '', budget: (usual && usual.budget) || '', half_life: props.half_life || '' }} busy={busy} onChange={setSettings} onRun={run} />
      <div className="tw-why-state" role="status">
        {busy ? <><span className="tw-busy" aria-hidden="true"><span /></span><span>{say('Searching …')}</span></> : null}
        {!busy && found && !error ? (
          <span><b>{NUMBER.format(kept)}</b>{say(all === 1 ? ' of {0} candidate kept' : ' of {0} candidates kept', NUMBER.format(all))}</span>
        ) : null}
        {!busy && found && !dry && !error ? <span className="tw-note">{say('Files as they are now, the conversation as it was then.')}</span> : null}
        {!busy && dry && !error ? <span className="tw-dry">{say('Dry run {0}: the answer stays, nothing is stored.', told(shown))}</span> : null}
      </div>
      {error ? (
        <p className="tw-why-error" role="alert">
          {error} <button type="button" onClick={() => run(settings)}>{say('Try again')}</button>
        </p>
      ) : null}
      {found && found.note ? <p className="tw-note">{found.note}</p> : null}
      {found ? (
        <div className={busy ? 'tw-waiting' : ''} aria-busy={busy}>
          <Explained key={JSON.stringify(shown)} found={found} shown={shown} before={dry && usual ? usual.ranks : null} />
        </div>
      ) : null}
    </div>
  );
}
