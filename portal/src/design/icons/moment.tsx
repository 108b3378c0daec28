import { type ReactNode, useState } from 'react';
import { Button, Tooltip, TooltipTrigger } from 'react-aria-components';
import { useSession } from '../../session/session.js';
import { useLanguage } from '../../texts/language.js';
import { useNow } from '../../time/now.js';
import { relativeTime } from '../../time/relative-time.js';
import { useAbsoluteTime } from '../../time/use-absolute-time.js';
import styles from './moment.module.css';
import tipStyles from './tip.module.css';

/**
 * A relative time, with the exact time on hover and focus. A press swaps them, because touchscreens have no hover.
 */
export function Moment({ at, missing }: { at: string | null; missing?: string }) {
  const { texts, locale } = useLanguage();
  const [isExact, setExact] = useState(false);
  const now = useNow();
  const { time_zone: zone } = useSession();
  const absolute = useAbsoluteTime();
  if (at === null) return <span className="muted">{missing ?? texts.none}</span>;
  const relative = relativeTime(Date.parse(at), now, locale, zone);
  const exact = absolute(at);
  return (
    <Tip text={isExact ? relative : exact}>
      <Button className={styles.moment} onPress={() => setExact(!isExact)}>
        <time dateTime={at}>{isExact ? exact : relative}</time>
      </Button>
    </Tip>
  );
}

/** A control with a tooltip on hover and focus. */
export function Tip({ text, children }: { text: string; children: ReactNode }) {
  return (
    <TooltipTrigger delay={300}>
      {children}
      <Tooltip className={tipStyles.tip} offset={6}>
        {text}
      </Tooltip>
    </TooltipTrigger>
  );
}
