import { adminGateBrakeCall, type CallBody } from '@vestibule/contracts';
import { useText } from '@vestibule/texts';
import { useAnswer } from '../../hooks/use-answer.ts';
import { Block } from '../../parts/block.tsx';
import blocks from '../../parts/blocks.module.css';
import { checkTexts } from '../../parts/checks/texts.ts';
import { CommandLine } from '../../parts/command.tsx';
import { LoadingRows, NotLoaded } from '../../parts/state.tsx';
import { useTimes } from '../../parts/use-times.ts';
import { GATE_COMMANDS } from './commands.ts';
import styles from './gate.module.css';
import { gateTexts as texts } from './texts.ts';

const EVERY_MS = 30_000;

/** What keeps a check from locking many people out at once: how near it is to that, and what it holds. */
export function BrakeBlock({ mayChange }: { readonly mayChange: boolean }) {
  const text = useText();
  const { data, error, refetch } = useAnswer(adminGateBrakeCall, {}, { everyMs: EVERY_MS });
  if (data === undefined) {
    return (
      <Block title={text(texts.brake)}>
        {error === null ? (
          <LoadingRows count={1} />
        ) : (
          <NotLoaded onTryAgain={() => void refetch()} problem={error.problem} />
        )}
      </Block>
    );
  }
  const { isOn, percent, minimumPeople } = data;
  return (
    <Block
      actions={<span className={styles['state']}>{text(isOn ? texts.brakeOn : texts.brakeOff)}</span>}
      title={text(texts.brake)}
    >
      <p className={styles['words']}>
        {isOn ? text(texts.brakeText, { percent, people: minimumPeople }) : text(texts.brakeOffText)}
      </p>
      <Seen brake={data} />
      {mayChange && !isOn && <CommandLine command={GATE_COMMANDS.brake()} />}
    </Block>
  );
}

function Seen({ brake }: { readonly brake: CallBody<typeof adminGateBrakeCall> }) {
  const text = useText();
  const times = useTimes();
  const { isOn, highest, people, holds, lastActedAt, at } = brake;
  return (
    <div className={blocks['hint']}>
      {holds.length > 0 && (
        <p>{text(texts.brakeHolds, { checks: holds.map((check) => text(checkTexts[check])).join(', ') })}</p>
      )}
      {isOn && (
        <p>
          {highest === null
            ? text(texts.brakeNone)
            : text(texts.brakeHighest, {
                check: text(checkTexts[highest.checkType]),
                count: highest.newlyBlocked,
                people,
              })}{' '}
          {text(texts.brakeSeen, { time: times.short(at) })}
        </p>
      )}
      {(isOn || lastActedAt !== null) && (
        <p>{lastActedAt === null ? text(texts.brakeNever) : text(texts.brakeActed, { day: times.day(lastActedAt) })}</p>
      )}
    </div>
  );
}
