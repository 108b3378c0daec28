import { useEffect, useRef } from 'react';
import { Link, NavLink, Outlet, ScrollRestoration, useLocation } from 'react-router';
import { Icon, type IconName } from '../design/icons/icon.js';
import { focusPageTitle } from '../design/page/page.js';
import { useNarrow } from '../design/window/use-narrow.js';
import { useTexts } from '../texts/language.js';
import { EndWarning } from './end-warning.js';
import { Brand } from './frame/brand.js';
import { FoldedPreferences, Preferences } from './frame/preferences.js';
import { useDataPages } from '../session/use-data-pages.js';
import { useSession } from '../session/session.js';
import { ASKED } from './sign-in/sign-out-page.js';
import { buttonLook } from '../design/controls/button.js';
import styles from './app-shell.module.css';

const PAGES: readonly { name: 'keys' | 'activity' | 'data' | 'settings'; icon: IconName }[] = [
  { name: 'keys', icon: 'key' },
  { name: 'activity', icon: 'activity' },
  { name: 'data', icon: 'data' },
  { name: 'settings', icon: 'settings' },
];

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
        <nav aria-label={texts.nav.label}>
          {PAGES.filter(({ name }) => name !== 'data' || hasData).map(({ name, icon }) => (
            <NavLink key={name} to={`/${name}`} className={styles.link}>
              <Icon name={icon} />
              {texts.nav[name]}
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
        <Link to="/sign-out" state={ASKED} className={buttonLook('sign')} aria-label={texts.signIn.out}>
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
