import {
  adminGateImpactCall,
  adminGateImpactPeopleCall,
  type CallBody,
  STOPPED_KINDS,
  type StoppedKind,
} from '@vestibule/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useText } from '@vestibule/texts';
import { Button, classes } from '@vestibule/ui';
import { useEffect, useEffectEvent, useId, useRef } from 'react';
import { Link, useSearch } from 'wouter';
import { keyOf, useAnswer } from '../../hooks/use-answer.ts';
import { withChange } from '../../hooks/use-address.ts';
import { Block } from '../../parts/block.tsx';
import { checkTexts } from '../../parts/checks/texts.ts';
import form from '../../parts/form.module.css';
import { Hatch } from '../../parts/hatch.tsx';
import { LoadingRows, NotLoaded } from '../../parts/state.tsx';
import { useTimes } from '../../parts/use-times.ts';
import styles from './if-closed.module.css';
import { KIND_TEXTS } from './kind-texts.ts';
import { StoppedPeople } from './stopped-people.tsx';
import { closedTexts as texts } from './texts.ts';
import { nextOf, type Stages, useIfClosed } from './use-stages.ts';

type Impact = CallBody<typeof adminGateImpactCall>;

export interface IfClosedProps {
  readonly plan: Stages;
  /** For some already. */
  readonly isEnforced: boolean;
  /** How the gate stands and for whom: when that changes, what was judged before says nothing more. */
  readonly judgedUnder: string;
}

/** Whom the gate would stop, if it was closed for everyone or for a stage: in numbers, by check, and by name. */
export function IfClosed({ plan, isEnforced, judgedUnder }: IfClosedProps) {
  const text = useText();
  const queries = useQueryClient();
  const { stage, who } = useIfClosed();
  const answer = useAnswer(adminGateImpactCall, { body: stage === null ? {} : { stage } }, { isKept: true });
  const { data, error, refetch, isFetching, isPlaceholderData } = answer;
  const judgeAnew = async () => {
    await refetch();
    await queries.invalidateQueries({ queryKey: [keyOf(adminGateImpactPeopleCall)[0]] });
  };
  const judgedLast = useRef(judgedUnder);
  const judgeOnChange = useEffectEvent(() => void judgeAnew());
  useEffect(() => {
    if (judgedLast.current !== judgedUnder) judgeOnChange();
    judgedLast.current = judgedUnder;
  }, [judgedUnder]);
  return (
    <Block actions={<Choice plan={plan} />} title={text(isEnforced ? texts.titleMore : texts.title)}>
      {data === undefined && error === null && <LoadingRows count={4} />}
      {error !== null && <NotLoaded onTryAgain={() => void judgeAnew()} problem={error.problem} />}
      {data !== undefined && error === null && (
        <div className={styles['figures']} data-old={isPlaceholderData}>
          <Numbers impact={data} />
          <ByCheck impact={data} />
          <Judged impact={data} isBusy={isFetching} onAgain={() => void judgeAnew()} />
          {who !== undefined && !isPlaceholderData && <StoppedPeople />}
        </div>
      )}
    </Block>
  );
}

/** The stage that is next, or everybody; also one that the address names. */
function Choice({ plan }: { readonly plan: Stages }) {
  const text = useText();
  const { stage, change } = useIfClosed();
  const next = nextOf(plan);
  const offered = [...new Set([...next.slice(0, 1).map(({ number }) => number), ...(stage === null ? [] : [stage])])];
  if (offered.length === 0) return null;
  const choose = (chosen: number | null) =>
    change({ if: chosen === null ? undefined : `stage-${chosen}`, who: undefined, after: undefined, from: undefined });
  return (
    <fieldset aria-label={text(texts.forWhom)} className={classes(form['hours'], styles['choice'])}>
      {[...offered, null].map((one) => (
        <label key={one}>
          <input checked={one === stage} name="if" onChange={() => choose(one)} type="radio" />
          {one === null ? text(texts.everybody) : text(texts.stage, { number: one })}
        </label>
      ))}
    </fieldset>
  );
}

function Numbers({ impact: { stopped, impact } }: { readonly impact: Impact }) {
  const text = useText();
  const search = useSearch();
  const hatch = useId();
  const all = stopped.reduce((sum, { people }) => sum + people, 0);
  const kinds = STOPPED_KINDS.map((kind) => ({ kind, people: stopped.find((one) => one.kind === kind)?.people ?? 0 }));
  const before = (kind: StoppedKind) =>
    kinds.slice(0, STOPPED_KINDS.indexOf(kind)).reduce((sum, { people }) => sum + people, 0);
  const share = (count: number) => `${(count / Math.max(1, all)) * 100}%`;
  return (
    <>
      <p className={styles['all']}>
        <b>{all}</b> {text(texts.more, { count: all, people: impact.peopleInScope })}
      </p>
      {all > 0 && (
        <svg aria-hidden="true" className={styles['bar']} height="10" width="100%">
          <Hatch className={styles['line']} id={hatch} />
          {kinds.map(({ kind, people }) => (
            <rect
              data-kind={kind}
              height="10"
              key={kind}
              width={share(people)}
              x={share(before(kind))}
              {...(kind === 'never-seen' && { fill: `url(#${hatch})` })}
            />
          ))}
        </svg>
      )}
      <dl className={styles['kinds']}>
        {kinds.map(({ kind, people }) => (
          <div key={kind}>
            <dt>
              <span className={styles['key']} data-kind={kind} />
              {text(KIND_TEXTS[kind])}
            </dt>
            <dd>
              {people === 0 ? (
                0
              ) : (
                <Link href={`/gate${withChange(search, { who: kind, after: undefined, from: undefined })}`}>
                  {people}
                </Link>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function ByCheck({ impact: { byCheck } }: { readonly impact: Impact }) {
  const text = useText();
  const search = useSearch();
  if (byCheck.length === 0) return null;
  return (
    <table className={styles['checks']}>
      <thead>
        <tr>
          <th scope="col">{text(texts.why)}</th>
          <th scope="col">{text(texts.people)}</th>
          <th scope="col">{text(texts.alone)}</th>
          <th scope="col">{text(texts.help)}</th>
        </tr>
      </thead>
      <tbody>
        {byCheck.map(({ checkType, people, fixAlone, needHelp }) => (
          <tr key={checkType}>
            <th scope="row">
              <Link href={`/gate${withChange(search, { who: checkType, after: undefined, from: undefined })}`}>
                {text(checkTexts[checkType])}
              </Link>
            </th>
            <td>{people}</td>
            <td>{fixAlone}</td>
            <td>{needHelp}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface JudgedProps {
  readonly impact: Impact;
  readonly isBusy: boolean;
  readonly onAgain: () => void;
}

function Judged({ impact: { judgedAt, impact }, isBusy, onAgain }: JudgedProps) {
  const text = useText();
  const times = useTimes();
  const search = useSearch();
  return (
    <div className={styles['judged']}>
      <p aria-live="polite">
        {isBusy
          ? text(texts.judging)
          : text(texts.judged, { time: times.short(judgedAt), computers: impact.computers, days: impact.days })}{' '}
        {impact.unnamedBy.length > 0 && text(texts.unnamed, { providers: impact.unnamedBy.join(', ') })}
      </p>
      <Link href={`/gate${withChange(search, { who: 'all', after: undefined, from: undefined })}`}>
        {text(texts.list)}
      </Link>
      <Button isBusy={isBusy} kind="link" onPress={onAgain}>
        {text(texts.again)}
      </Button>
    </div>
  );
}
