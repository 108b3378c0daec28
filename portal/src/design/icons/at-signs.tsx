import { Fragment } from 'react';

/** A text that may contain an e-mail address, which breaks only before an `@` or a dot. */
export function AtSigns({ text }: { text: string }) {
  return text.split(/(?=[@.])/).map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
