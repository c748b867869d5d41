import {
  adminGateImpactPeopleCall,
  CHECK_TYPES,
  type CheckType,
  STOPPED_KINDS,
  type StoppedKind,
} from '@vestibule/contracts';
import { isolated, useText } from '@vestibule/texts';
import { useEffect, useRef } from 'react';
import { Link, useSearch } from 'wouter';
import { useAnswer } from '../../hooks/use-answer.ts';
import { withChange } from '../../hooks/use-address.ts';
import { addressOfPerson } from '../../parts/addresses.ts';
import { checkTexts } from '../../parts/checks/texts.ts';
import { Pager } from '../../parts/pager.tsx';
import { LoadingRows, NotLoaded } from '../../parts/state.tsx';
import { KIND_TEXTS } from './kind-texts.ts';
import styles from './if-closed.module.css';
import { closedTexts as texts } from './texts.ts';
import { useIfClosed } from './use-stages.ts';

const isKind = (name: string): name is StoppedKind => STOPPED_KINDS.some((kind) => kind === name);
const isCheck = (name: string): name is CheckType => CHECK_TYPES.some((type) => type === name);
const PAGE = '25';

/** The people behind a number that was pressed; each leads to their own page. */
export function StoppedPeople() {
  const text = useText();
  const search = useSearch();
  const { stage, who = 'all', after, from } = useIfClosed();
  const heading = useRef<HTMLHeadingElement>(null);
  const { data, error, refetch } = useAnswer(adminGateImpactPeopleCall, {
    query: {
      limit: PAGE,
      ...(stage !== null && { stage: String(stage) }),
      ...(isKind(who) && { kind: who }),
      ...(isCheck(who) && { checkType: who }),
      ...(after !== undefined && { after }),
    },
  });
  const shown = useRef<string | null>(null);
  useEffect(() => {
    if (shown.current !== who) heading.current?.focus();
    shown.current = who;
  }, [who]);
  const title = isKind(who) ? text(KIND_TEXTS[who]) : isCheck(who) ? text(checkTexts[who]) : text(texts.listTitle);
  return (
    <section aria-label={title} className={styles['people']}>
      <div className={styles['peopleHead']}>
        <h3 ref={heading} tabIndex={-1}>
          {title}
        </h3>
        <Link href={`/gate${withChange(search, { who: undefined, after: undefined, from: undefined })}`}>
          {text(texts.closeList)}
        </Link>
      </div>
      {data === undefined && error === null && <LoadingRows count={3} />}
      {error !== null && <NotLoaded onTryAgain={() => void refetch()} problem={error.problem} />}
      {data?.total === 0 && <p>{text(texts.noOne)}</p>}
      {data !== undefined && data.total > 0 && (
        <>
          <ul>
            {data.people.map(({ personId, login, displayName, kind, checks, computers }) => (
              <li key={personId}>
                <Link href={addressOfPerson(personId)}>
                  <bdi>{displayName.trim() === '' ? login : displayName}</bdi>
                </Link>
                <span>
                  {[
                    ...computers.map(isolated),
                    checks.length === 0
                      ? text(KIND_TEXTS[kind])
                      : checks.map((one) => text(checkTexts[one])).join(', '),
                  ].join(' · ')}
                </span>
              </li>
            ))}
          </ul>
          <Pager
            before={from === undefined ? 0 : Number(from)}
            next={data.next}
            page="gate"
            shown={data.people.length}
            total={data.total}
          />
        </>
      )}
    </section>
  );
}
