import { isolated, useText } from '@vestibule/texts';
import { classes } from '@vestibule/ui';
import { Link, useSearch } from 'wouter';
import { withChange } from '../../hooks/use-address.ts';
import { checkTexts } from '../../parts/checks/texts.ts';
import { Mark } from '../../parts/icons.tsx';
import { Moment } from '../../parts/moment.tsx';
import { Pager } from '../../parts/pager.tsx';
import { waitingTexts as texts } from './texts.ts';
import { KINDS, type Waiting, type WaitingList } from './use-waiting.ts';
import styles from './waiting.module.css';

const HEADINGS = {
  access: texts.access,
  second: texts.second,
  computers: texts.computers,
  deadlines: texts.deadlines,
} as const;

export interface WaitingItemsProps {
  readonly waiting: WaitingList;
  readonly shown: readonly Waiting[];
  readonly chosen: string | undefined;
}

/** What waits, in its groups; what comes in new comes in below. */
export function WaitingItems({ waiting: { computers, before, counts }, shown, chosen }: WaitingItemsProps) {
  const text = useText();
  const groups = KINDS.map((kind) => ({ kind, items: shown.filter((item) => item.kind === kind) }));
  const ofComputers = shown.filter(({ kind }) => kind === 'computers').length;
  return (
    <section aria-label={text(texts.list)} className={styles['list']}>
      {groups
        .filter(({ items }) => items.length > 0)
        .map(({ kind, items }) => (
          <div key={kind}>
            <h2 className={styles['group']}>{text(HEADINGS[kind])}</h2>
            <ul data-rows>
              {items.map((item) => (
                <Item isChosen={item.id === chosen} item={item} key={item.id} />
              ))}
            </ul>
          </div>
        ))}
      {computers !== undefined && (before > 0 || computers.next !== null) && ofComputers > 0 && (
        <Pager before={before} next={computers.next} page="waiting" shown={ofComputers} total={counts.computers} />
      )}
    </section>
  );
}

function Item({ item, isChosen }: { readonly item: Waiting; readonly isChosen: boolean }) {
  const search = useSearch();
  const { title, detail } = useWords(item);
  return (
    <li className={classes(styles['item'], isChosen && styles['chosen'])}>
      <Mark name={item.kind === 'computers' ? 'computers' : 'clock'} />
      <span>
        <Link
          href={`/waiting${withChange(search, { item: item.id })}`}
          id={`waiting-${item.id}`}
          {...(isChosen && { 'aria-current': 'true' })}
        >
          <bdi>{title}</bdi>
        </Link>
        <bdi className={styles['detail']}>{detail}</bdi>
      </span>
      <span className={styles['at']}>
        <Moment at={item.at} />
      </span>
    </li>
  );
}

/** What stands in the list for one of them, and heads it. */
export function useWords(item: Waiting): { readonly title: string; readonly detail: string } {
  const text = useText();
  switch (item.kind) {
    case 'access': {
      const { applicationName, reason } = item.request;
      const application = isolated(applicationName ?? text(texts.everyApplication));
      return {
        title: text(texts.accessFor, { person: isolated(nameIn(item.request)), application }),
        detail: `“${reason}”`,
      };
    }
    case 'second':
      return {
        title: text(texts.secondFor, { person: isolated(nameIn(item.grant)) }),
        detail: `“${item.grant.reason}”`,
      };
    case 'computers': {
      const { device } = item;
      const computer = isolated(device.label ?? device.name);
      return {
        title: text(texts.computerOf, { computer, person: isolated(nameIn(device)) }),
        detail: device.systemVersion ?? device.operatingSystem,
      };
    }
    case 'deadlines': {
      const { checkType, computers } = item.deadline;
      return {
        title: text(texts.becomesRequired, { check: text(checkTexts[checkType]) }),
        detail: text(texts.wouldBeStopped, { count: computers }),
      };
    }
    default:
      return item satisfies never;
  }
}

/** @returns the name of a person, or their login while they have no name */
export function nameIn(who: { readonly displayName: string | null; readonly login: string | null }): string {
  return who.displayName ?? who.login ?? '–';
}
