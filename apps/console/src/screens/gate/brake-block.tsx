import { adminSettingsCall } from '@vestibule/contracts';
import { useText } from '@vestibule/texts';
import * as z from 'zod/mini';
import { useAnswer } from '../../hooks/use-answer.ts';
import { Block } from '../../parts/block.tsx';
import { CommandLine } from '../../parts/command.tsx';
import { LoadingRows, NotLoaded } from '../../parts/state.tsx';
import { GATE_COMMANDS } from './commands.ts';
import styles from './gate.module.css';
import { gateTexts as texts } from './texts.ts';

const settingsSchema = z.object({
  brake: z.object({ isOn: z.boolean(), percent: z.number(), minimumPeople: z.number() }),
});

/** What keeps a check from locking many people out at once. */
export function BrakeBlock({ mayChange }: { readonly mayChange: boolean }) {
  const text = useText();
  const { data, error, refetch } = useAnswer(adminSettingsCall);
  const read = settingsSchema.safeParse(data?.settings);
  if (!read.success) {
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
  const { isOn, percent, minimumPeople } = read.data.brake;
  return (
    <Block
      actions={<span className={styles['state']}>{text(isOn ? texts.brakeOn : texts.brakeOff)}</span>}
      title={text(texts.brake)}
    >
      <p className={styles['words']}>
        {isOn ? text(texts.brakeText, { percent, people: minimumPeople }) : text(texts.brakeOffText)}
      </p>
      {mayChange && !isOn && <CommandLine command={GATE_COMMANDS.brake()} />}
    </Block>
  );
}
