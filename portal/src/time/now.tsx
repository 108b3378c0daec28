import { createContext, use, useEffect, useState, type ReactNode } from 'react';
import { serviceNow } from '../api/client.js';
import { useSession } from '../session/session.js';
import { dayOf } from './days.js';

const TICK_MS = 30_000;
const NowContext = createContext(0);

/** Provides one clock for the page, so that all relative times change together. */
export function NowProvider({ children }: { children: ReactNode }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return <NowContext value={now}>{children}</NowContext>;
}

/** Returns the time of the service, at most one tick old. */
export const useNow = (): number => serviceNow(Math.max(use(NowContext), Date.now() - TICK_MS));

/** Returns today's date in the enterprise's time zone, by the clock of the service. */
export const useToday = (): string => dayOf(new Date(useNow()), useSession().time_zone);
