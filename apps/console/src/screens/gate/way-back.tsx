import { adminSetGateCall } from '@vestibule/contracts';
import { useText } from '@vestibule/texts';
import { Button, TextField } from '@vestibule/ui';
import { useState } from 'react';
import { useAnnouncer } from '../../parts/announcer.tsx';
import { Block } from '../../parts/block.tsx';
import { ChangeDialog } from '../../parts/change-dialog.tsx';
import form from '../../parts/form.module.css';
import { ClosedBlock } from './closed-block.tsx';
import { GATE_COMMANDS } from './commands.ts';
import styles from './gate.module.css';
import { gateActTexts as texts } from './texts.ts';
import { ABOUT_GATE } from './use-gate.ts';

/** Null: until someone enforces the policy. */
const HOURS = [1, 2, 8, null] as const;
const MINUTES_PER_HOUR = 60;

/** Lets everyone in, for when something goes wrong: one press and one confirmation away, and no number to type. */
export function WayBack() {
  const text = useText();
  const [hours, setHours] = useState<number | null>(2);
  const [isStraight, setIsStraight] = useState(false);
  const [isOpen, setIsOpen] = useState(false);
  const confirm = hours === null ? text(texts.letInForever) : text(texts.letIn, { hours });
  return (
    <Block title={text(texts.wayBack)}>
      <div className={form['form']}>
        <p className={styles['words']}>{text(texts.wayBackText)}</p>
        <fieldset aria-label={text(texts.howLong)} className={form['hours']}>
          {HOURS.map((one) => (
            <label key={one}>
              <input checked={one === hours} name="hours" onChange={() => setHours(one)} type="radio" />
              {one === null ? text(texts.forever) : text(texts.forHours, { hours: one })}
            </label>
          ))}
        </fieldset>
        <label className={form['box']}>
          <input checked={isStraight} onChange={({ target }) => setIsStraight(target.checked)} type="checkbox" />
          {text(texts.straight)}
        </label>
        <Button onPress={() => setIsOpen(true)}>{confirm}…</Button>
      </div>
      {isOpen && (
        <OpenDialog
          confirm={confirm}
          isReading={!isStraight}
          minutes={hours === null ? null : hours * MINUTES_PER_HOUR}
          onClose={() => setIsOpen(false)}
        />
      )}
    </Block>
  );
}

interface OpenDialogProps {
  readonly confirm: string;
  readonly minutes: number | null;
  readonly isReading: boolean;
  readonly onClose: () => void;
}

function OpenDialog({ confirm, minutes, isReading, onClose }: OpenDialogProps) {
  const text = useText();
  const { tell } = useAnnouncer();
  const [typed, setReason] = useState('');
  const reason = typed.trim();
  const body = { state: 'observing', isReading, reason, ...(minutes !== null && { minutes }) } as const;
  return (
    <ChangeDialog
      call={adminSetGateCall}
      command={GATE_COMMANDS.observe({ minutes, isReading, reason })}
      confirm={confirm}
      renderDetails={({ gate }) => <ClosedBlock closed={gate.staysClosed} />}
      input={reason === '' ? null : { body }}
      lead={text(texts.letInLead)}
      makesOld={ABOUT_GATE}
      onClose={onClose}
      onDone={() => {
        onClose();
        tell(text(texts.letInDone));
      }}
      title={confirm}
    >
      <TextField autoComplete="off" label={text(texts.reason)} name="reason" onChange={setReason} value={typed} />
    </ChangeDialog>
  );
}
