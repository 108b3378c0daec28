import { useEffect, useState } from 'react';

const PAUSE_MS = 300;

/** Returns a text after a pause in typing, to avoid a request per letter. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
