import { adminGateCall, type ShownGate } from '@vestibule/contracts';
import { useText } from '@vestibule/texts';
import { Doorway, type DoorwayState, VisuallyHidden } from '@vestibule/ui';
import { Link } from 'wouter';
import { useAnswer } from '../hooks/use-answer.ts';
import { Mark } from '../parts/icons.tsx';
import { useTimes } from '../parts/use-times.ts';
import styles from './gate-now.module.css';
import { addressOfPage } from './navigation.ts';
import { frameTexts as texts } from './texts.ts';

const EVERY_MS = 30_000;

export interface GateNowProps {
  /** How many people the company has; null while that is not known. */
  readonly people: number | null;
  readonly onChoice: (() => void) | undefined;
}

/** How the gate stands, on every page: in a picture, in words and in numbers, and of when that is. */
export function GateNow({ people, onChoice }: GateNowProps) {
  const text = useText();
  const times = useTimes();
  const { data, dataUpdatedAt, isError } = useAnswer(adminGateCall, {}, { everyMs: EVERY_MS });
  if (data === undefined && !isError) return null;
  const count =
    people === null ? '' : text(texts.people, { count: people, time: times.short(new Date(dataUpdatedAt)) });
  return (
    <Link className={styles['gate']} href={addressOfPage('gate')} onClick={onChoice}>
      <VisuallyHidden>{text(texts.gateLabel)}</VisuallyHidden>
      <Doorway
        className={styles['doorway']}
        progress={data === undefined ? 0 : shareOf(data)}
        state={pictureOf(data)}
      />
      <Words count={count} gate={data} />
      {data !== undefined && data.brakeHolds.length > 0 && (
        <span className={styles['brake']}>
          <Mark name="warning" />
          {text(texts.brakeHolds, { count: data.brakeHolds.length })}
        </span>
      )}
    </Link>
  );
}

function Words({ gate, count }: { readonly gate: ShownGate | undefined; readonly count: string }) {
  const text = useText();
  const times = useTimes();
  if (gate === undefined) {
    return <Lines state={text(texts.gateUnknown)}>{text(texts.gateUnknownText)}</Lines>;
  }
  if (gate.state === 'enforcing') {
    return gate.enforcedFor === null ? (
      <Lines state={text(texts.enforced)}>{count}</Lines>
    ) : (
      <Lines state={text(texts.enforcedPart)}>{gate.enforcedFor}</Lines>
    );
  }
  const end = gate.until === null ? text(texts.noEnd) : text(texts.until, { time: times.short(gate.until) });
  return <Lines state={text(gate.isReading ? texts.reportOnly : texts.open)}>{end}</Lines>;
}

function Lines({ state, children }: { readonly state: string; readonly children: string }) {
  return (
    <>
      <b>{state}</b>
      <span>{children}</span>
    </>
  );
}

function pictureOf(gate: ShownGate | undefined): DoorwayState {
  if (gate === undefined) return 'none';
  return gate.state === 'observing' && !gate.isReading ? 'ok' : 'checking';
}

/** The frame is full where the policy is enforced for everyone, half where for some, empty where for no one. */
function shareOf({ state, enforcedFor }: ShownGate): number {
  if (state === 'observing') return 0;
  return enforcedFor === null ? 1 : 0.5;
}
