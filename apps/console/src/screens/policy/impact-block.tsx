import { adminApplyPolicyCall, type CheckType } from '@vestibule/contracts';
import { useText } from '@vestibule/texts';
import { Button, Tag } from '@vestibule/ui';
import { useId } from 'react';
import type { Answered } from '../../hooks/answered.ts';
import { usePorts } from '../../hooks/ports-context.ts';
import { useAnswer } from '../../hooks/use-answer.ts';
import { useSettled } from '../../hooks/use-settled.ts';
import { Block } from '../../parts/block.tsx';
import { checkTexts } from '../../parts/checks/texts.ts';
import { Hatch } from '../../parts/hatch.tsx';
import { ImpactWho } from '../../parts/impact/impact.tsx';
import { LoadingRows, NotLoaded } from '../../parts/state.tsx';
import { useTimes } from '../../parts/use-times.ts';
import styles from './impact-block.module.css';
import { policyActTexts as texts, policyTexts } from './texts.ts';
import type { Draft } from './use-draft.ts';

type Rehearsed = Answered<typeof adminApplyPolicyCall>;

/** So long nothing is typed before it is counted. */
const PAUSE_MS = 400;
const GENTLE_DAYS = 7;
const DAY_MS = 86_400_000;

/** Whom the text would stop if it held now, counted whenever a person pauses. */
export function useImpact(draft: Draft) {
  const settled = useSettled(draft.text, PAUSE_MS);
  const isWanted = draft.isChanged && draft.parsed.ok;
  const answer = useAnswer(
    adminApplyPolicyCall,
    { body: { text: settled }, query: { dryRun: 'true' } },
    { isWanted: isWanted && settled === draft.text },
  );
  const isOld = settled !== draft.text || answer.isFetching || answer.isPlaceholderData;
  return { answer, isWanted, isOld };
}

export interface ImpactBlockProps {
  readonly draft: Draft;
  readonly impact: ReturnType<typeof useImpact>;
}

export function ImpactBlock({ draft, impact: { answer, isWanted, isOld } }: ImpactBlockProps) {
  const text = useText();
  const times = useTimes();
  const { data, error, refetch, dataUpdatedAt } = answer;
  if (!isWanted) {
    return (
      <Block title={text(texts.impact)}>
        <p className={styles['words']}>{text(draft.isChanged ? texts.notCounted : texts.preview)}</p>
      </Block>
    );
  }
  if (data === undefined || error !== null) {
    return (
      <Block title={text(texts.impact)}>
        {error === null ? (
          <LoadingRows count={3} />
        ) : (
          <NotLoaded onTryAgain={() => void refetch()} problem={error.problem} />
        )}
      </Block>
    );
  }
  const { impact } = data;
  return (
    <Block title={text(texts.impact)}>
      <p aria-live="polite" className={styles['words']}>
        {isOld
          ? text(texts.counting)
          : text(texts.scan, { time: times.short(new Date(dataUpdatedAt)), computers: impact.computers })}
      </p>
      <div className={styles['figures']} data-old={isOld}>
        <Stopped impact={impact} />
        <ByCheck impact={impact} />
        <ImpactWho impact={impact} />
        <Warnings warnings={data.warnings} />
        <Gentler draft={draft} impact={impact} />
      </div>
    </Block>
  );
}

function Stopped({ impact }: Pick<Rehearsed, 'impact'>) {
  const text = useText();
  const hatch = useId();
  const { blockedBefore, blockedNow, newlyBlocked, freed } = impact;
  const share = (count: number) => `${(count / Math.max(1, blockedBefore, blockedNow)) * 100}%`;
  return (
    <>
      <p className={styles['key']}>{text(texts.stopped)}</p>
      <p className={styles['delta']}>
        <span>{blockedBefore}</span>
        <span aria-hidden="true">→</span>
        <b>{blockedNow}</b>
        {newlyBlocked > 0 && <Tag kind="stop">{text(texts.stoppedMore, { count: newlyBlocked })}</Tag>}
        {freed > 0 && <Tag kind="ok">{text(texts.freed, { count: freed })}</Tag>}
      </p>
      <svg aria-hidden="true" className={styles['bar']} height="8" width="100%">
        <Hatch id={hatch} />
        <rect height="8" rx="3" width={share(Math.max(0, blockedNow - newlyBlocked))} />
        <rect
          className={styles['newly']}
          fill={`url(#${hatch})`}
          height="8"
          rx="3"
          width={share(newlyBlocked)}
          x={share(Math.max(0, blockedNow - newlyBlocked))}
        />
      </svg>
    </>
  );
}

function ByCheck({ impact }: Pick<Rehearsed, 'impact'>) {
  const text = useText();
  const times = useTimes();
  const { checks, newlyBlocked, fixableAlone, neverSeen, later } = impact;
  // Whom a check stops now, it stops later too.
  const rows = checks
    .map((check) => ({ ...check, onlyLater: Math.max(0, check.newlyBlockedLater - check.newlyBlocked) }))
    .filter((check) => check.newlyBlocked > 0 || check.onlyLater > 0);
  return (
    <dl className={styles['rows']}>
      {rows.map((check) => (
        <div key={check.checkType}>
          <dt>{text(checkTexts[check.checkType])}</dt>
          <dd>
            {check.newlyBlocked > 0 && <b>{text(texts.stoppedMore, { count: check.newlyBlocked })}</b>}{' '}
            {check.onlyLater > 0 && text(texts.stoppedLater, { count: check.onlyLater })}
          </dd>
        </div>
      ))}
      {newlyBlocked > 0 && (
        <div>
          <dt>{text(texts.fixable)}</dt>
          <dd>{text(texts.fixableOf, { count: fixableAlone, total: newlyBlocked })}</dd>
        </div>
      )}
      {neverSeen > 0 && (
        <div>
          <dt>{text(texts.never)}</dt>
          <dd>{neverSeen}</dd>
        </div>
      )}
      {later !== null && later.newlyBlocked > 0 && (
        <div>
          <dt>{text(texts.after, { day: times.day(later.on) })}</dt>
          <dd>{text(texts.stoppedMore, { count: later.newlyBlocked })}</dd>
        </div>
      )}
    </dl>
  );
}

function Warnings({ warnings }: Pick<Rehearsed, 'warnings'>) {
  const text = useText();
  if (warnings.length === 0) return null;
  return (
    <details className={styles['words']}>
      <summary>{text(policyTexts.warnings)}</summary>
      <ul>
        {warnings.map((warning) => (
          <li key={warning}>{warning}</li>
        ))}
      </ul>
    </details>
  );
}

/** Shows what newly stops people for a week first. */
function Gentler({ draft, impact }: Pick<ImpactBlockProps, 'draft'> & Pick<Rehearsed, 'impact'>) {
  const text = useText();
  const { browser } = usePorts();
  const { parsed } = draft;
  const checks = impact.checks
    .filter(({ newlyBlocked }) => newlyBlocked > 0)
    .map(({ checkType }): CheckType => checkType)
    .filter((type) => parsed.ok && parsed.policy.checks[type] !== undefined);
  if (checks.length === 0) return null;
  const day = new Date(browser.now().getTime() + GENTLE_DAYS * DAY_MS).toISOString().slice(0, 10);
  return (
    <div className={styles['gentler']}>
      <b>{text(texts.gentler)}</b>
      <p>{text(texts.gentlerText)}</p>
      <Button
        onPress={() => draft.edit(...checks.map((type) => ({ path: ['checks', type, 'startDate'], value: day })))}
      >
        {text(texts.gentlerDo)}
      </Button>
    </div>
  );
}
