import { Fragment } from 'react';

/** An e-mail address, or what may have one in it: where there is no room for all of it, it breaks before a sign and not in a word. */
export function AtSigns({ text }: { text: string }) {
  return text.split(/(?=[@.])/).map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
