/* Threadwise: restarts file uploads by itself after the connection was lost, on the main page and in the widget's frame, and repeats
   those of the message box that the server has lost. */
(() => {
  const { chat, notice, pause, say, PAUSE, LONGEST } = window.threadwise;
  const SILENCE = 30000;  /* milliseconds without progress after which a connection counts as lost; doubled each time */
  const AWAY = [502, 503, 504];  /* statuses from a proxy whose server is unreachable */
  const UNKNOWN = 404;  /* a restarted server does not know the session until the page has reconnected */
  const MOST_UNKNOWN = 5;  /* such responses to one upload; the last is final */

  /* --- the notice --------------------------------------------------------------------------------------------------- */

  const done = new Map();  /* from the id of an upload to its request */
  const waiting = new Map();  /* from an interrupted upload to its file's name */
  let shown = null;

  function tell() {
    const names = [...waiting.values()];
    const sentence = names.length > 1
      ? say('The server could not be reached: {0} files are not uploaded yet. They are sent again by themselves.', names.length)
      : say('The server could not be reached: “{0}” is not uploaded yet. It is sent again by itself.', names[0]);
    if (!names.length && shown) shown = shown.remove() || null;
    else if (names.length && !shown) shown = notice(sentence);
    else if (shown) shown.firstChild.textContent = sentence;
  }

  /* --- the conversation of an upload ----------------------------------------------------------------------------------- */

  /* The message box keeps its files when another conversation is opened, so running uploads are sent to that one instead. */
  const running = new Set();
  let session = null;

  function move(id) {
    const isLeft = session && session !== id;
    session = id;
    if (isLeft) for (const each of running) each.follow();
  }

  function hereNow(address) {
    const changed = new URL(address, location);
    if (session) changed.searchParams.set('session_id', session);
    return changed.href;
  }

  const ask = window.fetch.bind(window);
  window.fetch = (...given) => {
    if (String(given[0]).endsWith('/set-session-cookie')) move(JSON.parse(given[1].body).session_id);
    return ask(...given);
  };

  /* --- repeated uploads ---------------------------------------------------------------------------------------------- */

  const isUpload = (address) => new URL(address, location).pathname.endsWith('/project/file');

  /* A request that is sent again when an upload stalls or fails. Chainlit, which has no time limit or retry of its own, sees a single
     request that takes longer. */
  class Upload extends XMLHttpRequest {
    open(...given) {
      this.given = given;
      super.open(...given);
    }

    send(body) {
      if (!isUpload(this.given[1]) || !(body instanceof FormData)) return super.send(body);
      const { onload, upload } = this;
      const { onprogress } = upload;
      let silence = SILENCE;
      let wait = PAUSE;
      let unknown = 0;
      let timer = 0;

      const listen = () => {
        clearTimeout(timer);
        timer = setTimeout(() => {
          super.abort();
          silence *= 2;
          again();
        }, silence);
      };
      const begin = () => {
        const [method, address, ...rest] = this.given;
        super.open(method, hereNow(address), ...rest);
        super.send(body);
        listen();
      };
      const end = () => {
        clearTimeout(timer);
        running.delete(this);
        waiting.delete(this);
        tell();
      };
      const again = async () => {
        clearTimeout(timer);
        waiting.set(this, body.get('file').name);
        tell();
        await pause(wait);
        wait = Math.min(LONGEST, wait * 2);
        if (waiting.has(this)) begin();
      };

      upload.onprogress = (event) => {
        listen();
        onprogress.call(upload, event);
      };
      this.onerror = again;
      this.onload = () => {
        const isUnknown = this.status === UNKNOWN && (unknown += 1) < MOST_UNKNOWN;
        if (isUnknown || AWAY.includes(this.status)) return again();
        end();
        if (this.status < 400) done.set(JSON.parse(this.responseText).id, this);
        onload.call(this);
      };
      this.end = end;
      this.follow = () => {
        if (waiting.has(this)) return;  /* its next attempt goes to the new session anyway */
        super.abort();
        clearTimeout(timer);
        timer = setTimeout(begin, PAUSE);  /* gives the page time to reconnect */
      };
      this.body = body;
      running.add(this);
      super.send(body);
      listen();
    }

    abort() {
      if (this.end) this.end();
      super.abort();
    }
  }

  window.XMLHttpRequest = Upload;

  /* --- uploads that the server has lost ---------------------------------------------------------------------------- */

  /* A file that waits in the message box is lost when the server is restarted. Once the page is connected again, the server tells which
     uploads it has, and those missing are sent again under their own ids, by which Chainlit sends them with the message. */
  window.addEventListener('message', (event) => {
    if (event.source !== window || !event.data || event.data.threadwise !== 'uploads') return;
    const chips = [...chat().querySelectorAll('#attachments > *')].map((chip) => chip.textContent);
    for (const [id, upload] of [...done].reverse()) {  /* the latest first, as an earlier one of the same name has been sent */
      const at = chips.findIndex((text) => text.includes(upload.body.get('file').name));
      if (at < 0) done.delete(id);
      else {
        chips.splice(at, 1);
        if (!event.data.held.includes(id)) repeat(id, upload);
      }
    }
  });

  const repeated = new Set();  /* those of them that are on their way */

  function repeat(id, { given, body }) {
    const name = body.get('file').name;
    const told = notice(say('“{0}” is being uploaded again, as the server has lost it.', name));
    const address = new URL(given[1], location);
    address.searchParams.set('again', id);
    const upload = new Upload();
    upload.open(given[0], address.href);
    upload.withCredentials = true;
    upload.upload.onprogress = () => {};
    upload.onload = () => {
      repeated.delete(upload);
      told.remove();
      if (upload.status >= 400) notice(say('The server has lost “{0}”. Remove it and add it again.', name), 20);
    };
    repeated.add(upload);
    upload.send(body);
  }

  /* Holds a message back while one of its files is on its way again, as it would leave that file behind. */
  function hold(event) {
    if (!repeated.size || !chat().querySelector('#attachments > *')) return;
    const [target] = event.composedPath();
    const isEnter = event.key === 'Enter' && !event.shiftKey && !event.isComposing && target.id === 'chat-input';
    if (!isEnter && !(event.type === 'click' && target.closest('#chat-submit'))) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    notice(say('A file is still being uploaded. Send once it is there.'), 6);
  }

  for (const kind of ['click', 'keydown']) window.addEventListener(kind, hold, true);
})();
