import { adminGateBrakeCall, adminSetSettingsCall, type CallBody } from '@vestibule/contracts';
import { useText } from '@vestibule/texts';
import { Button } from '@vestibule/ui';
import { useState } from 'react';
import { useAnswer } from '../../hooks/use-answer.ts';
import { useAnnouncer } from '../../parts/announcer.tsx';
import { Block } from '../../parts/block.tsx';
import blocks from '../../parts/blocks.module.css';
import { checkTexts } from '../../parts/checks/texts.ts';
import { ChangeDialog } from '../../parts/change-dialog.tsx';
import { LoadingRows, NotLoaded } from '../../parts/state.tsx';
import { useTimes } from '../../parts/use-times.ts';
import { GATE_COMMANDS } from './commands.ts';
import styles from './gate.module.css';
import { brakeActTexts, gateTexts as texts } from './texts.ts';
import { ABOUT_GATE } from './use-gate.ts';

const EVERY_MS = 30_000;

type Brake = CallBody<typeof adminGateBrakeCall>;

/** What keeps a check from locking many people out at once: how near it is to that, and what it holds. */
export function BrakeBlock({ mayChange }: { readonly mayChange: boolean }) {
  const text = useText();
  const [isTurning, setIsTurning] = useState(false);
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
      {mayChange && (
        <Button onPress={() => setIsTurning(true)}>{text(isOn ? brakeActTexts.turnOff : brakeActTexts.turnOn)}…</Button>
      )}
      {isTurning && <TurnDialog brake={data} onClose={() => setIsTurning(false)} />}
    </Block>
  );
}

/** Turns the brake on, or off: by the share and number of people that hold for this company. */
function TurnDialog({ brake, onClose }: { readonly brake: Brake; readonly onClose: () => void }) {
  const text = useText();
  const { tell } = useAnnouncer();
  const { percent, minimumPeople } = brake;
  const wanted = { isOn: !brake.isOn, percent, minimumPeople };
  const words = wanted.isOn
    ? {
        act: brakeActTexts.turnOn,
        lead: text(texts.brakeText, { percent, people: minimumPeople }),
        done: brakeActTexts.on,
      }
    : { act: brakeActTexts.turnOff, lead: text(texts.brakeOffText), done: brakeActTexts.off };
  return (
    <ChangeDialog
      call={adminSetSettingsCall}
      command={GATE_COMMANDS.brake(wanted)}
      confirm={text(words.act)}
      input={{ body: { set: { brake: wanted }, reset: [] } }}
      lead={words.lead}
      makesOld={ABOUT_GATE}
      onClose={onClose}
      onDone={() => {
        onClose();
        tell(text(words.done));
      }}
      title={text(words.act)}
    />
  );
}

function Seen({ brake }: { readonly brake: Brake }) {
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
