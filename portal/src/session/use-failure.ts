import { useEffect, useState } from 'react';

/** What went wrong last on a page. It is forgotten while the page waits for somebody to sign in again, who has yet to try. */
export function useFailure<T>(): [T | undefined, (failure: T | undefined) => void] {
  const [failure, setFailure] = useState<T>();
  useEffect(() => () => setFailure(undefined), []);
  return [failure, setFailure];
}
