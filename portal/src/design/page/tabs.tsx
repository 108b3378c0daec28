import type { ReactNode } from 'react';
import { Tab, TabList, TabPanel, Tabs as Tabbed } from 'react-aria-components';
import { useInAddress } from '../../session/use-in-address.js';
import styles from './tabs.module.css';

interface Props {
  label: string;
  tabs: readonly { id: string; label: string; panel: ReactNode }[];
}

/** Tabs. The address contains the selected tab. */
export function Tabs({ label, tabs }: Props) {
  const [asked, show] = useInAddress('show');
  const shown = tabs.find(({ id }) => id === asked) ?? tabs[0];
  return (
    <Tabbed className={styles.tabs} selectedKey={shown?.id} onSelectionChange={(key) => show(String(key))}>
      <TabList className={styles.list} aria-label={label}>
        {tabs.map((tab) => (
          <Tab key={tab.id} id={tab.id} className={styles.tab}>
            {tab.label}
          </Tab>
        ))}
      </TabList>
      {tabs.map(({ id, panel }) => (
        <TabPanel key={id} id={id} className={styles.panel}>
          {panel}
        </TabPanel>
      ))}
    </Tabbed>
  );
}
