import { useEffect, useState } from 'react';

const PAUSE_MS = 300;

/** A text once nobody has changed it for a moment: not every letter is worth asking the service. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
