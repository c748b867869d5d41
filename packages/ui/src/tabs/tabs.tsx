import type { ReactNode } from 'react';
import { Tab as AriaTab, TabList, TabPanel, Tabs as AriaTabs } from 'react-aria-components/Tabs';
import styles from './tabs.module.css';

export interface TabItem {
  readonly key: string;
  readonly label: string;
  readonly content: ReactNode;
}

export interface TabsProps {
  /** What the tabs choose between, for screen readers. */
  readonly name: string;
  /** The first is shown at first. */
  readonly items: readonly TabItem[];
}

/** Tabs over one panel; arrow keys change between them. */
export function Tabs({ name, items }: TabsProps) {
  return (
    <AriaTabs>
      <TabList aria-label={name} className={styles['list'] ?? ''}>
        {items.map(({ key, label }) => (
          <AriaTab className={styles['tab'] ?? ''} id={key} key={key}>
            {label}
          </AriaTab>
        ))}
      </TabList>
      {items.map(({ key, content }) => (
        <TabPanel className={styles['panel'] ?? ''} id={key} key={key}>
          {content}
        </TabPanel>
      ))}
    </AriaTabs>
  );
}
