import { useEffect, useState } from 'react';

/* A placeholder that opens the side panel, keeps it open while Chainlit sends elements, and asks the server for what to show. */
export default function Opening() {
  const [told, setTold] = useState('Opening …');
  useEffect(() => {
    callAction({ name: 'panel_is_open', payload: { sent: props.sent } }).catch(() => setTold('This could not be opened. Close it here and try again.'));
  }, [props.sent]);
  return <p role="status">{told}</p>;
}
