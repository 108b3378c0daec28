import type { ReactNode } from 'react';
import { Button } from 'react-aria-components';
import type { Loading } from '../api/use-resource.js';
import { useTexts } from '../texts/language.js';
import { ProblemNotice } from './notice.js';

interface Props<T> {
  loading: Loading<T>;
  children: (value: T) => ReactNode;
}

/** Shows what was loaded, that it is on its way, or why it did not come. */
export function Loaded<T>({ loading: { resource, reload }, children }: Props<T>) {
  const texts = useTexts();
  if (resource.state === 'loading') return <Waiting />;
  if (resource.state === 'ready') return children(resource.value);
  return (
    <ProblemNotice problem={resource.problem}>
      <Button className="button quiet" onPress={reload}>
        {texts.retry}
      </Button>
    </ProblemNotice>
  );
}

export function Waiting() {
  const texts = useTexts();
  return (
    <div className="waiting" role="status">
      <span className="visually-hidden">{texts.loading}</span>
      <span className="bar" />
      <span className="bar" />
      <span className="bar" />
    </div>
  );
}
