import { useEffect, useState } from 'react';

/* Keeps the side panel open while answers come, and asks for what is shown in its place. */
export default function Opening() {
  const [told, setTold] = useState('Opening …');
  useEffect(() => {
    callAction({ name: 'panel_is_open', payload: { sent: props.sent } }).catch(() => setTold('This could not be opened. Close it here and try again.'));
  }, [props.sent]);
  return <p role="status">{told}</p>;
}
