import { useState } from 'react';
import { Button, Tooltip, TooltipTrigger } from 'react-aria-components';
import { useSession } from '../session/session.js';
import { useLanguage } from '../texts/language.js';
import { useNow } from './now.js';
import { relativeTime } from './relative-time.js';
import { useAbsoluteTime } from './use-absolute-time.js';

/**
 * A time as a person says it, with the exact one on hover and focus. A finger has no hover: a press exchanges the two.
 */
export function Moment({ at, missing }: { at: string | null; missing?: string }) {
  const { texts, locale } = useLanguage();
  const [isExact, setExact] = useState(false);
  const now = useNow();
  const zone = useZone();
  const absolute = useAbsoluteTime();
  if (at === null) return <span className="muted">{missing ?? texts.none}</span>;
  const relative = relativeTime(Date.parse(at), now, locale, zone);
  const exact = absolute(at);
  return (
    <TooltipTrigger delay={300}>
      <Button className="moment" onPress={() => setExact(!isExact)}>
        <time dateTime={at}>{isExact ? exact : relative}</time>
      </Button>
      <Tooltip className="tooltip" offset={6}>
        {isExact ? relative : exact}
      </Tooltip>
    </TooltipTrigger>
  );
}

/** The zone of the enterprise, for headings. */
export const useZone = (): string => useSession().time_zone;
