import { isolated, useText } from '@vestibule/texts';
import type { ReactNode } from 'react';
import { Mark, type MarkName } from '../../parts/icons.tsx';
import { useTimes } from '../../parts/use-times.ts';
import { DeviceVerdict, PersonVerdict } from '../../parts/verdict-cell.tsx';
import type { Hit } from './hits.ts';
import { PAGE_KEYS } from './keys.ts';
import styles from './search-window.module.css';
import { searchTexts as texts } from './texts.ts';

/** One line: what it is, whose, and how it stands. */
export function HitRow({ hit: { about } }: { readonly hit: Hit }) {
  const text = useText();
  const times = useTimes();
  const name = useHitName();
  switch (about.kind) {
    case 'person':
      return (
        <Row aside={about.verdict !== null && <PersonVerdict {...about.verdict} />} detail={about.login} mark="person">
          {about.name}
        </Row>
      );
    case 'caller':
      return (
        <Row aside={text(texts.callerAside, { code: about.code })} detail={about.login} mark="person">
          {about.name}
        </Row>
      );
    case 'computer':
      return (
        <Row
          aside={<DeviceVerdict device={about.device} />}
          detail={about.login !== null && text(texts.of, { login: isolated(about.login) })}
          mark="computers"
        >
          {about.name}
        </Row>
      );
    case 'application':
      return (
        <Row aside={!about.isOn && text(texts.applicationOff)} mark="applications">
          {about.name}
        </Row>
      );
    case 'sign-in':
      return (
        <Row aside={times.short(about.at)} mark="sign-ins">
          {name({ group: 'signIn', to: '', about })}
        </Row>
      );
    case 'page':
      return (
        <Row aside={<kbd>g {PAGE_KEYS[about.entry.page]}</kbd>} mark={about.entry.page}>
          {text(about.entry.label)}
        </Row>
      );
    case 'list':
      return <Row mark={about.page}>{name({ group: 'go', to: '', about })}</Row>;
  }
}

interface RowProps {
  readonly mark: MarkName;
  readonly detail?: ReactNode;
  readonly aside?: ReactNode;
  readonly children: string;
}

function Row({ mark, detail = false, aside = false, children }: RowProps) {
  return (
    <>
      <Mark name={mark} />
      <span className={styles['name']}>
        <bdi>{children}</bdi>
        {detail !== false && <bdi className={styles['detail']}>{detail}</bdi>}
      </span>
      <span className={styles['aside']}>{aside}</span>
    </>
  );
}

/** What a line is called, in one string. */
export function useHitName(): (hit: Hit) => string {
  const text = useText();
  return ({ about }) => {
    switch (about.kind) {
      case 'page':
        return text(about.entry.label);
      case 'list':
        return text(about.page === 'people' ? texts.peopleOf : texts.signInsOf, { text: isolated(about.text) });
      case 'sign-in':
        return text(texts.signInOf, {
          login: isolated(about.login ?? text(texts.unknownPerson)),
          application: isolated(about.application ?? text(texts.removedApplication)),
        });
      case 'person':
      case 'caller':
      case 'computer':
      case 'application':
        return about.name;
    }
  };
}
