import { Fragment } from 'react';
import { Link } from 'react-router';

export function KeyLink({ id, name }: { id: string; name: string }) {
  return <Link to={`/keys/${encodeURIComponent(id)}`}>{name}</Link>;
}

/** A text that may contain an e-mail address. It breaks only before an `@` or a dot. */
export function BreakableEmail({ text }: { text: string }) {
  return text.split(/(?=[@.])/).map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
