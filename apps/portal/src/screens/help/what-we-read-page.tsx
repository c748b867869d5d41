import { Icon, type IconName } from '@vestibule/ui';
import type { ReactNode } from 'react';
import type { PageInfo } from '../page/page-info.ts';
import type { FactList, PointList, ReadingPage } from './articles/library-types.ts';
import { HelpPage, HelpSection, HelpText } from './help-page.tsx';
import { MarkedText } from './marked-text.tsx';
import factList from './fact-list.module.css';
import styles from './what-we-read-page.module.css';

/** Its name in the address. */
export const WHAT_WE_READ = 'what-we-read';

export interface WhatWeReadPageProps {
  readonly header: PageInfo;
  readonly page: ReadingPage;
  readonly now?: ReactNode;
}

/** Every fact that leaves the computer, what never does, who sees it and for how long. */
export function WhatWeReadPage({ header, page, now }: WhatWeReadPageProps) {
  return (
    <HelpPage article={WHAT_WE_READ} header={header} lead={page.lead} title={page.title}>
      {page.lists.map((list) => (
        <Facts key={list.heading} list={list} />
      ))}
      {now}
      <div className={styles['columns']}>
        <Points icon="eye-off" list={page.never} />
        <div>
          <Points icon="eye" list={page.audience} />
          <Points icon="clock" list={page.keeping} />
        </div>
      </div>
    </HelpPage>
  );
}

function Facts({ list }: { readonly list: FactList }) {
  return (
    <HelpSection heading={list.heading}>
      {list.intro !== undefined && <HelpText>{list.intro}</HelpText>}
      <dl className={factList['facts']}>
        {list.facts.map(({ name, text }) => (
          <div className={factList['fact']} key={name}>
            <dt className={factList['name']}>{name}</dt>
            <dd className={styles['text']}>
              <MarkedText>{text}</MarkedText>
            </dd>
          </div>
        ))}
      </dl>
    </HelpSection>
  );
}

function Points({ list, icon }: { readonly list: PointList; readonly icon: IconName }) {
  return (
    <HelpSection heading={list.heading}>
      <ul>
        {list.points.map((point) => (
          <li className={styles['point']} key={point}>
            <Icon className={styles['mark']} name={icon} />
            <span>
              <MarkedText>{point}</MarkedText>
            </span>
          </li>
        ))}
      </ul>
    </HelpSection>
  );
}
