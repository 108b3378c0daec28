import { type ReactNode, Suspense } from 'react';
import { Tab, TabList, TabPanel, Tabs as Tabbed } from 'react-aria-components';
import { Link } from 'react-router';
import { useInAddress } from '../../session/use-in-address.js';
import { useTexts } from '../../texts/language.js';
import { Icon } from '../icons/icon.js';
import { Waiting } from '../notices/notice.js';
import backLinkStyles from './back-link.module.css';
import styles from './page.module.css';
import tabsStyles from './tabs.module.css';

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

interface TabsProps {
  label: string;
  tabs: readonly { id: string; label: string; panel: ReactNode }[];
}

/** Tabs, whose panels may load on demand. The address contains the selected tab. */
export function Tabs({ label, tabs }: TabsProps) {
  const [asked, show] = useInAddress('show');
  const shown = tabs.find(({ id }) => id === asked) ?? tabs[0];
  return (
    <Tabbed
      className={tabsStyles.tabs}
      selectedKey={shown?.id}
      onSelectionChange={(key) => show(String(key))}
    >
      <TabList className={tabsStyles.list} aria-label={label}>
        {tabs.map((tab) => (
          <Tab key={tab.id} id={tab.id} className={tabsStyles.tab}>
            {tab.label}
          </Tab>
        ))}
      </TabList>
      {tabs.map(({ id, panel }) => (
        <TabPanel key={id} id={id} className={tabsStyles.panel}>
          <Suspense fallback={<Waiting />}>{panel}</Suspense>
        </TabPanel>
      ))}
    </Tabbed>
  );
}
