import { useText } from '@vestibule/texts';
import { useTimes } from '../../parts/use-times.ts';
import styles from './stages.module.css';
import { stageTexts as texts } from './texts.ts';
import type { Stage, Stages } from './use-stages.ts';

/** The stages from no one to everyone: which are done, which one holds, and what comes. */
export function StagesLine({ plan }: { readonly plan: Stages }) {
  const text = useText();
  const times = useTimes();
  if (plan.stages.length === 0) return null;
  return (
    <section aria-label={text(texts.stages)} className={styles['stages']}>
      <ol className={styles['line']}>
        {plan.stages.map((stage) => (
          <li
            className={styles['stage']}
            data-state={stage.state}
            key={stage.number}
            {...(stage.state === 'holds' && { 'aria-current': 'step' })}
          >
            <b>
              {stage.number} {stage.name}
            </b>
            <span>{text(texts.people, { count: stage.people })}</span>
            <WhenOf stage={stage} />
          </li>
        ))}
      </ol>
      <p className={styles['counted']}>{text(texts.counted, { time: times.short(plan.at), people: plan.people })}</p>
    </section>
  );
}

function WhenOf({ stage: { state, begunAt, at } }: { readonly stage: Stage }) {
  const text = useText();
  const times = useTimes();
  if (state === 'holds') {
    return <small>{begunAt === null ? text(texts.holds) : text(texts.holdsSince, { day: times.day(begunAt) })}</small>;
  }
  if (state === 'done') {
    return <small>{begunAt === null ? text(texts.done) : text(texts.doneOn, { day: times.day(begunAt) })}</small>;
  }
  return <small>{at === null ? text(texts.byHand) : times.whole(at)}</small>;
}
