import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useTexts } from '../../texts/language.js';
import { Icon } from '../icons/icon.js';
import backLinkStyles from './back-link.module.css';
import styles from './page.module.css';

interface Props {
  title: string;
  intro?: string;
  actions?: ReactNode;
  above?: ReactNode;
  children: ReactNode;
}

/**
 * Moves the focus to the title after the focused element was removed. Otherwise the Tab key would
 * start at the top of the page.
 */
export function focusPageTitle(): void {
  document.querySelector<HTMLElement>('[data-page-title]')?.focus();
}

/** A page with its title in the window and as a heading, which gets the focus after navigation. */
export function Page({ title, intro, actions, above, children }: Props) {
  const texts = useTexts();
  return (
    <>
      <title>{`${title} · ${texts.product}`}</title>
      {above}
      <header className={styles.head}>
        <div>
          <h1 tabIndex={-1} data-page-title>
            {title}
          </h1>
          {intro && <p className="muted">{intro}</p>}
        </div>
        {actions}
      </header>
      {children}
    </>
  );
}

/** A link from a detail page to its list. */
export function BackLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link className={backLinkStyles.back} to={to}>
      <Icon name="left" />
      {children}
    </Link>
  );
}
