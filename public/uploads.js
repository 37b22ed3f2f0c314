/* Threadwise: a file's upload outlives a connection that is lost, on our page and in the widget's frame: it begins again by itself. */
(() => {
  const { notice, pause, PAUSE, LONGEST } = window.threadwise;
  const SILENCE = 30000;  /* milliseconds without progress after which a connection counts as lost; twice as long after each time */
  const AWAY = [502, 503, 504];  /* of a proxy in front of a server that is not there */
  const UNKNOWN = 404;  /* until the page is connected again, a restarted server does not know it */
  const MOST_UNKNOWN = 5;  /* times */

  /* --- what is told ------------------------------------------------------------------------------------------------- */

  const waiting = new Map();  /* from an upload to its file's name */
  let shown = null;

  function tell() {
    if (!notice) return window.dispatchEvent(new CustomEvent('threadwise-uploads', { detail: waiting.size }));  /* the frame says it */
    const names = [...waiting.values()];
    const what = names.length > 1
      ? names.length + ' files are not uploaded yet. They are sent again by themselves.'
      : '“' + names[0] + '” is not uploaded yet. It is sent again by itself.';
    const sentence = 'The server could not be reached: ' + what;
    if (!names.length && shown) shown = shown.remove() || null;
    else if (names.length && !shown) shown = notice(sentence);
    else if (shown) shown.firstChild.textContent = sentence;
  }

  /* --- the conversation that it is for --------------------------------------------------------------------------------- */

  /* The message box keeps its files when another conversation is opened: those that are on their way go to that one. */
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

  /* --- what is sent again -------------------------------------------------------------------------------------------- */

  const isUpload = (address) => new URL(address, location).pathname.endsWith('/project/file');

  /* Chainlit's requests know neither an end of silence nor a second try; its page sees one request that lasts longer. */
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
        onload.call(this);
      };
      this.end = end;
      this.follow = () => {
        if (waiting.has(this)) return;  /* it begins again there by itself */
        super.abort();
        clearTimeout(timer);
        timer = setTimeout(begin, PAUSE);  /* once the page is connected anew */
      };
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
})();
