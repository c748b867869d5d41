import { adminDeviceHistoryCall, type CallBody, type VerdictCause } from '@vestibule/contracts';
import { type Text, useText } from '@vestibule/texts';
import { Link, useLocation, useSearch } from 'wouter';
import * as z from 'zod/mini';
import { useAddress, withChange } from '../../hooks/use-address.ts';
import { useAnswer } from '../../hooks/use-answer.ts';
import { Block } from '../../parts/block.tsx';
import blocks from '../../parts/blocks.module.css';
import { checkTexts } from '../../parts/checks/texts.ts';
import moments from '../../parts/history.module.css';
import { Moment } from '../../parts/moment.tsx';
import { LoadingRows, NotLoaded } from '../../parts/state.tsx';
import { verdictText } from './computer-facts.tsx';
import styles from './computer.module.css';
import { historyTexts as texts } from './texts.ts';

type VerdictChange = CallBody<typeof adminDeviceHistoryCall>['changes'][number];

const SHOWN = '20';
const SHAPE = { after: z.optional(z.string().check(z.minLength(1), z.maxLength(255))) };

const CAUSES: { readonly [cause in VerdictCause]: Text } = {
  report: texts.causeReport,
  policy: texts.causePolicy,
  settings: texts.causeSettings,
  date: texts.causeDate,
  computer: texts.causeComputer,
  person: texts.causePerson,
};

/** Every change of its verdict with what caused it, the newest first. */
export function HistoryBlock({ id }: { readonly id: string }) {
  const text = useText();
  const [{ after }] = useAddress(SHAPE);
  const { data, error, refetch } = useAnswer(adminDeviceHistoryCall, {
    parameters: { id },
    query: { limit: SHOWN, ...(after !== undefined && { after }) },
  });
  if (data === undefined) {
    return (
      <Block title={text(texts.history)}>
        {error === null ? (
          <LoadingRows count={3} />
        ) : (
          <NotLoaded onTryAgain={() => void refetch()} problem={error.problem} />
        )}
      </Block>
    );
  }
  return (
    <Block title={text(texts.history)}>
      {data.changes.length === 0 && <p className={blocks['hint']}>{text(texts.empty)}</p>}
      <ol className={moments['history']}>
        {data.changes.map((change) => (
          <Change change={change} key={`${change.at} ${change.before}`} />
        ))}
      </ol>
      <Turn next={data.next} isFirst={after === undefined} />
    </Block>
  );
}

function Change({ change }: { readonly change: VerdictChange }) {
  const text = useText();
  const { at, before, after, cause, failing, unknown, isEnforced, policyVersion } = change;
  const checks = [...failing, ...unknown].map(({ checkType }) => text(checkTexts[checkType]));
  const words = [
    text(CAUSES[cause], { version: policyVersion }),
    ...checks,
    ...(isEnforced ? [] : [text(texts.wouldBe)]),
  ];
  return (
    <li>
      <Moment at={at} />
      <span>
        <b>{text(texts.changed, { before: text(verdictText(before)), after: text(verdictText(after)) })}</b>
        <span>{words.join(', ')}</span>
      </span>
    </li>
  );
}

function Turn({ next, isFirst }: { readonly next: string | null; readonly isFirst: boolean }) {
  const text = useText();
  const [path] = useLocation();
  const search = useSearch();
  return (
    <p className={styles['turn']}>
      {!isFirst && <Link href={`${path}${withChange(search, { after: undefined })}`}>{text(texts.newest)}</Link>}
      {next !== null && <Link href={`${path}${withChange(search, { after: next })}`}>{text(texts.earlier)}</Link>}
    </p>
  );
}
