import { useEffect, useRef, useState } from 'react';
import { Link, NavLink, Outlet, ScrollRestoration, useLocation } from 'react-router';
import { api, serviceNow } from '../api/client.js';
import { outcomeOf } from '../api/problem.js';
import type { Session } from '../api/records.js';
import { Button, buttonLook } from '../design/controls/button.js';
import { Icon } from '../design/icons/icon.js';
import { DialogActions, ModalDialog } from '../design/page/dialogs/dialog.js';
import { focusPageTitle } from '../design/page/page.js';
import { useNarrow } from '../design/window/use-narrow.js';
import { useSession, useSessionControl } from '../session/session.js';
import { useTexts } from '../texts/language.js';
import { Brand, FoldedPreferences, Preferences } from './frame/frame.js';
import { ASKED } from './sign-in/sign-out-page.js';
import styles from './app-shell.module.css';

const PAGES = ['keys', 'activity', 'data', 'settings'] as const;

/** The layout of every page: navigation, account and sign-out. */
export function AppShell() {
  const texts = useTexts();
  useFocusOnNewPage();
  const hasData = useDataPages();
  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#content" onClick={focusContent}>
        {texts.skip}
      </a>
      <header className={styles.side}>
        <Brand />
        <nav aria-label={texts.pages}>
          {PAGES.filter((name) => name !== 'data' || hasData).map((name) => (
            <NavLink key={name} to={`/${name}`} className={styles.link}>
              <Icon name={name === 'keys' ? 'key' : name} />
              {texts[name].title}
            </NavLink>
          ))}
        </nav>
        <Person />
      </header>
      <main id="content" tabIndex={-1}>
        <div className={styles.content}>
          <Outlet />
        </div>
      </main>
      <EndWarning />
      <ScrollRestoration />
    </div>
  );
}

function Person() {
  const texts = useTexts();
  const { name, email, enterprise_name: enterprise } = useSession();
  const isNarrow = useNarrow();
  return (
    <div className={styles.person}>
      {!isNarrow && <Preferences />}
      <div className={styles.line}>
        <Link to="/account" className={styles.name}>
          <b className="visually-hidden">{texts.account.title}: </b>
          <strong>{name || email}</strong>
          <span>{enterprise}</span>
        </Link>
        {isNarrow && <FoldedPreferences />}
        <Link
          to="/sign-out"
          state={ASKED}
          className={buttonLook('sign')}
          aria-label={texts.signIn.out}
          title={texts.signIn.out}
        >
          <Icon name="out" />
        </Link>
      </div>
    </div>
  );
}

/** Moves the focus without the router, which would treat the target of the link as a page. */
function focusContent(event: React.MouseEvent): void {
  event.preventDefault();
  document.getElementById('content')?.focus();
}

/** Moves the focus to the heading after a change of page, as a browser does for a new document. */
function useFocusOnNewPage(): void {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    focusPageTitle();
  }, [pathname]);
}

/**
 * Returns false if the user cannot open the Data pages, so that no link leads to them. Reads the setting at first and
 * when the user comes from the settings, where it may have changed.
 */
function useDataPages(): boolean {
  const { role } = useSession();
  const isInSettings = useLocation().pathname.startsWith('/settings');
  const [isOn, setOn] = useState(true);
  useEffect(() => {
    const abort = new AbortController();
    void outcomeOf(api.enterpriseSettings().load(abort.signal)).then(({ value: settings }) => {
      if (settings && !abort.signal.aborted) setOn(settings.data_pages);
    });
    return () => abort.abort();
  }, [isInSettings]);
  return isOn && role !== 'key_manager';
}

const WARN_BEFORE_MS = 120_000;
const LOOK_EVERY_MS = 10_000;

/**
 * Warns before the session ends, so that no one loses unsaved data (WCAG 2.2.1). Queries the session before it warns,
 * because another window may have extended it. The query itself does not extend the session.
 */
function EndWarning() {
  const { idle, lastEnd } = useTexts();
  const { look, refresh } = useSessionControl();
  const session = useSession();
  const [warned, setWarned] = useState<string>();
  const [seen, setSeen] = useState<string>();

  useEffect(() => {
    const timer = setInterval(() => {
      if (!isNear(session)) return;
      void look().then((found) => {
        // undefined if the service is unreachable or the session has ended
        const last = found ?? session;
        setWarned(isNear(last) ? last.expires_at : undefined);
      });
    }, LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [session, look]);

  const end = session.expires_at;
  const texts = end === session.ends_at ? lastEnd : idle;
  const stay = () => {
    setSeen(end);
    void refresh();
  };
  if (warned !== end || seen === end) return null;
  return (
    <ModalDialog role="alertdialog" title={texts.title} onClose={stay}>
      <p>{texts.text}</p>
      <DialogActions>
        <Button kind="primary" autoFocus onPress={stay}>
          {texts.stay}
        </Button>
      </DialogActions>
    </ModalDialog>
  );
}

const isNear = ({ expires_at: end }: Session): boolean => Date.parse(end) - serviceNow() < WARN_BEFORE_MS;
