import { useEffect, useRef, useState } from 'react';
import { Link, NavLink, Outlet, ScrollRestoration, useLocation } from 'react-router';
import { api, serviceNow } from '../api/client.js';
import { outcomeOf } from '../api/problem.js';
import type { Session } from '../api/types.js';
import { Button, buttonClassName } from '../design/controls/button.js';
import { Icon } from '../design/icons/icon.js';
import { DialogActions, ModalDialog } from '../design/page/dialogs/dialog.js';
import { focusPageTitle } from '../design/page/page.js';
import { useIsNarrow } from '../design/window/use-is-narrow.js';
import { useSession, useSessionControl } from '../session/session.js';
import { useTexts } from '../texts/language.js';
import { Brand, PreferencesMenu, Preferences } from './layout/layout.js';
import { SIGN_OUT_STATE } from './sign-in/sign-out-page.js';
import styles from './app-shell.module.css';

const PAGES = ['keys', 'activity', 'data', 'settings'] as const;

/** The layout of every page: navigation, account and sign-out. */
export function AppShell() {
  const texts = useTexts();
  useFocusOnNewPage();
  const hasData = useCanOpenDataPages();
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
        <UserMenu />
      </header>
      <main id="content" tabIndex={-1}>
        <div className={styles.content}>
          <Outlet />
        </div>
      </main>
      <SessionExpirationWarning />
      <ScrollRestoration />
    </div>
  );
}

function UserMenu() {
  const texts = useTexts();
  const { name, email, enterprise_name: enterprise } = useSession();
  const isNarrow = useIsNarrow();
  return (
    <div className={styles.person}>
      {!isNarrow && <Preferences />}
      <div className={styles.line}>
        <Link to="/account" className={styles.name}>
          <b className="visually-hidden">{texts.account.title}: </b>
          <strong>{name || email}</strong>
          <span>{enterprise}</span>
        </Link>
        {isNarrow && <PreferencesMenu />}
        <Link
          to="/sign-out"
          state={SIGN_OUT_STATE}
          className={buttonClassName('sign')}
          aria-label={texts.signIn.signOut}
          title={texts.signIn.signOut}
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
  const lastPathname = useRef(pathname);
  useEffect(() => {
    if (lastPathname.current === pathname) return;
    lastPathname.current = pathname;
    focusPageTitle();
  }, [pathname]);
}

/**
 * Returns false if the user cannot open the Data pages, so that no link leads to them. Reads the setting at first and
 * when the user comes from the settings, where it may have changed.
 */
function useCanOpenDataPages(): boolean {
  const { role } = useSession();
  const isInSettings = useLocation().pathname.startsWith('/settings');
  const [isEnabled, setEnabled] = useState(true);
  useEffect(() => {
    const controller = new AbortController();
    void outcomeOf(api.enterpriseSettings().load(controller.signal)).then(({ value: settings }) => {
      if (settings && !controller.signal.aborted) setEnabled(settings.data_pages);
    });
    return () => controller.abort();
  }, [isInSettings]);
  return isEnabled && role !== 'key_manager';
}

const WARN_BEFORE_MS = 120_000;
const CHECK_INTERVAL_MS = 10_000;

/**
 * Warns before the session ends, so that no one loses unsaved data (WCAG 2.2.1). Queries the session before it warns,
 * because another window may have extended it. The query itself does not extend the session.
 */
function SessionExpirationWarning() {
  const { idle, sessionExpires } = useTexts();
  const { checkSession, refresh } = useSessionControl();
  const session = useSession();
  const [warnedExpiresAt, setWarnedExpiresAt] = useState<string>();
  const [dismissedExpiresAt, setDismissedExpiresAt] = useState<string>();

  useEffect(() => {
    const timer = setInterval(() => {
      if (!isExpiringSoon(session)) return;
      void checkSession().then((found) => {
        // undefined if the service is unreachable or the session has ended
        const last = found ?? session;
        setWarnedExpiresAt(isExpiringSoon(last) ? last.expires_at : undefined);
      });
    }, CHECK_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [session, checkSession]);

  const expiresAt = session.expires_at;
  const texts = expiresAt === session.ends_at ? sessionExpires : idle;
  const extendSession = () => {
    setDismissedExpiresAt(expiresAt);
    void refresh();
  };
  if (warnedExpiresAt !== expiresAt || dismissedExpiresAt === expiresAt) return null;
  return (
    <ModalDialog role="alertdialog" title={texts.title} onClose={extendSession}>
      <p>{texts.text}</p>
      <DialogActions>
        <Button kind="primary" autoFocus onPress={extendSession}>
          {texts.stay}
        </Button>
      </DialogActions>
    </ModalDialog>
  );
}

const isExpiringSoon = ({ expires_at: expiresAt }: Session): boolean =>
  Date.parse(expiresAt) - serviceNow() < WARN_BEFORE_MS;
