import { adminGateCall } from '@vestibule/contracts';
import { useText } from '@vestibule/texts';
import { Doorway, Icon } from '@vestibule/ui';
import { Link } from 'wouter';
import { useAnswer } from '../../hooks/use-answer.ts';
import { Block } from '../../parts/block.tsx';
import blocks from '../../parts/blocks.module.css';
import { CommandLine } from '../../parts/command.tsx';
import { GOOD_COMMANDS } from './commands.ts';
import styles from './first-steps.module.css';
import { firstStepsTexts as texts } from './texts.ts';
import { doneOf, type FirstSteps } from '../../hooks/use-first-steps.ts';

/** Beside the steps: how far one is, what is good to do on the way, and how it is all taken back. */
export function AroundSteps({ found }: { readonly found: FirstSteps }) {
  const text = useText();
  return (
    <aside aria-label={text(texts.where)} className={blocks['aside']}>
      <HowFar found={found} />
      <Block title={text(texts.good)}>
        <ul className={blocks['items']}>
          {found.goodToDo.map(({ what, isDone }) => (
            <li key={what}>
              <span className={isDone ? styles['good'] : undefined}>
                <Icon name={isDone ? 'passed' : 'waiting'} />
              </span>
              <span>
                <b>{text(texts[what])}</b>
                <span>{text(isDone ? texts.done : texts[`${what}Text`])}</span>
                {!isDone && <CommandLine command={GOOD_COMMANDS[what]} />}
              </span>
            </li>
          ))}
        </ul>
      </Block>
      <Block title={text(texts.wayBack)}>
        <p className={styles['words']}>{text(texts.wayBackText)}</p>
        <p className={styles['words']}>
          <Link href="/gate">{text(texts.openGate)}</Link>
        </p>
      </Block>
    </aside>
  );
}

function HowFar({ found }: { readonly found: FirstSteps }) {
  const text = useText();
  const { data: gate } = useAnswer(adminGateCall);
  const done = doneOf(found);
  const all = found.steps.length;
  const isEnforced = gate?.state === 'enforcing';
  const title = !isEnforced ? texts.noneStopped : gate.enforcedFor === null ? texts.allEnforced : texts.someStopped;
  return (
    <section aria-label={text(texts.where)} className={blocks['block']}>
      <Doorway className={styles['doorway']} progress={done / all} state={done === all ? 'ok' : 'checking'} />
      {gate !== undefined && (
        <>
          <h2 className={styles['title']}>{text(title)}</h2>
          <p className={styles['words']}>{text(isEnforced ? texts.enforcedText : texts.noneStoppedText)}</p>
        </>
      )}
      <p className={styles['words']}>{text(texts.countDone, { done, all })}</p>
    </section>
  );
}
