import { type ReactNode, useState } from 'react';
import { Button, Tooltip as AriaTooltip, TooltipTrigger } from 'react-aria-components';
import { useSession } from '../../session/session.js';
import { useLanguage } from '../../texts/language.js';
import { useNow } from '../../time/now.js';
import { formatRelativeTime } from '../../time/relative-time.js';
import { useFormatTime } from '../../time/use-format-time.js';
import styles from './moment.module.css';
import tipStyles from './tip.module.css';

/**
 * A relative time, with the exact time on hover and focus. A press swaps them, because touchscreens have no hover.
 */
export function RelativeTime({ at, placeholder }: { at: string | null; placeholder?: string }) {
  const { texts, locale } = useLanguage();
  const [isAbsolute, setAbsolute] = useState(false);
  const now = useNow();
  const { time_zone: zone } = useSession();
  const formatTime = useFormatTime();
  if (at === null) return <span className="muted">{placeholder ?? texts.none}</span>;
  const relative = formatRelativeTime(Date.parse(at), now, locale, zone);
  const absolute = formatTime(at);
  return (
    <Tooltip text={isAbsolute ? relative : absolute}>
      <Button className={styles.moment} onPress={() => setAbsolute(!isAbsolute)}>
        <time dateTime={at}>{isAbsolute ? absolute : relative}</time>
      </Button>
    </Tooltip>
  );
}

/** A control with a tooltip on hover and focus. */
export function Tooltip({ text, children }: { text: string; children: ReactNode }) {
  return (
    <TooltipTrigger delay={300}>
      {children}
      <AriaTooltip className={tipStyles.tip} offset={6}>
        {text}
      </AriaTooltip>
    </TooltipTrigger>
  );
}
