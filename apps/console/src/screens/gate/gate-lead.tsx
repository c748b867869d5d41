import { adminPeopleFacetsCall, type ShownGate, type VerdictName } from '@vestibule/contracts';
import { type Text, useText } from '@vestibule/texts';
import { Doorway } from '@vestibule/ui';
import { Link } from 'wouter';
import { useAnswer } from '../../hooks/use-answer.ts';
import { useTimes } from '../../parts/use-times.ts';
import styles from './gate.module.css';
import { gateTexts as texts } from './texts.ts';

const EVERY_MS = 30_000;

/** How the gate stands, in a picture and in words, and how many it keeps out at this moment. */
export function GateLead({ gate }: { readonly gate: ShownGate }) {
  const text = useText();
  const isEnforced = gate.state === 'enforcing';
  const share = isEnforced ? (gate.enforcedFor === null ? 1 : 0.5) : 0;
  const [title, lead] = wordsOf(gate);
  return (
    <div className={styles['lead']}>
      <Doorway
        className={styles['doorway']}
        progress={share}
        state={!isEnforced && !gate.isReading ? 'ok' : 'checking'}
      />
      <div>
        <h2>{text(title)}</h2>
        <p>{text(lead)}</p>
        {isEnforced && gate.enforcedFor !== null && <p>{gate.enforcedFor}</p>}
        {!isEnforced && <End gate={gate} />}
      </div>
      {(isEnforced || gate.isReading) && <KeptOut isEnforced={isEnforced} />}
    </div>
  );
}

function wordsOf({ state, isReading, enforcedFor }: ShownGate): readonly [Text, Text] {
  if (state === 'enforcing') return [enforcedFor === null ? texts.enforced : texts.enforcedPart, texts.enforcedText];
  return isReading ? [texts.reading, texts.readingText] : [texts.open, texts.openText];
}

/** When it ends by itself, why it is so, and what comes then. */
function End({ gate: { until, reason, afterwards } }: { readonly gate: ShownGate }) {
  const text = useText();
  const times = useTimes();
  const after =
    afterwards === null ? texts.afterEnforced : afterwards.isReading ? texts.afterReading : texts.afterStraight;
  return (
    <>
      {reason !== null && <p>{text(texts.because, { reason })}</p>}
      {until !== null && (
        <p>
          {text(texts.until, { time: times.whole(until) })} {text(after)}
        </p>
      )}
    </>
  );
}

/** How many are kept out, or would be, and how many have to install Workplace first. */
function KeptOut({ isEnforced }: { readonly isEnforced: boolean }) {
  const text = useText();
  const { data } = useAnswer(adminPeopleFacetsCall, {}, { everyMs: EVERY_MS });
  if (data === undefined) return null;
  const countOf = (verdict: VerdictName) => {
    const found = data.verdicts.find((one) => one.verdict === verdict);
    return (isEnforced ? found?.enforced : found?.people) ?? 0;
  };
  const toInstall = countOf('never-reported');
  return (
    <div className={styles['out']}>
      <Link href="/people?verdict=stopped">
        {text(isEnforced ? texts.keptOut : texts.wouldBeKeptOut, { count: countOf('stopped') })}
      </Link>
      {isEnforced && toInstall > 0 && (
        <Link href="/people?verdict=never-reported">{text(texts.toInstall, { count: toInstall })}</Link>
      )}
    </div>
  );
}
