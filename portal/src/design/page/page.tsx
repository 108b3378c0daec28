import { type ReactNode, Suspense } from 'react';
import { Tab, TabList, TabPanel, Tabs as AriaTabs } from 'react-aria-components';
import { Link } from 'react-router';
import { useSearchParam } from '../../session/use-search-param.js';
import { useTexts } from '../../texts/language.js';
import { Icon } from '../icons/icon.js';
import { LoadingIndicator } from '../notices/notice.js';
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
  const [selectedId, setSelectedId] = useSearchParam('show');
  const selectedTab = tabs.find(({ id }) => id === selectedId) ?? tabs[0];
  return (
    <AriaTabs
      className={tabsStyles.tabs}
      selectedKey={selectedTab?.id}
      onSelectionChange={(key) => setSelectedId(String(key))}
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
          <Suspense fallback={<LoadingIndicator />}>{panel}</Suspense>
        </TabPanel>
      ))}
    </AriaTabs>
  );
}
