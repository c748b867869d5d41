import {
  adminAskCallerNumberCall,
  adminSupportCall,
  adminTryCallerNumberCall,
  supportCodeOf,
} from '@vestibule/contracts';
import { useText } from '@vestibule/texts';
import { Button } from '@vestibule/ui';
import { useState } from 'react';
import { useAnswer } from '../../hooks/use-answer.ts';
import { useChange } from '../../hooks/use-change.ts';
import { useAnnouncer } from '../../parts/announcer.tsx';
import { Fact } from '../../parts/block.tsx';
import { useTimes } from '../../parts/use-times.ts';
import styles from '../../parts/form.module.css';
import { helpTexts as texts } from './texts.ts';
import type { Session } from './use-person.ts';

export interface CallerNumberProps {
  readonly name: string;
  readonly session: Session;
}

/** Whether who calls sits before that page: the page shows a number, they read it out, and it is compared. Never told. */
export function CallerNumber({ name, session }: CallerNumberProps) {
  const text = useText();
  const times = useTimes();
  const { tell } = useAnnouncer();
  const parameters = { code: supportCodeOf(session.id) };
  const support = useAnswer(adminSupportCall, { parameters });
  const ask = useChange(adminAskCallerNumberCall, [adminSupportCall]);
  const compare = useChange(adminTryCallerNumberCall, [adminSupportCall]);
  const [number, setNumber] = useState('');
  const [left, setLeft] = useState<number | null>(null);
  const caller = support.data?.caller ?? null;
  const problem = ask.problem ?? compare.problem;

  async function show() {
    setLeft(null);
    const outcome = await ask.carryOut({ parameters });
    if (outcome.ok) tell(text(texts.asked, { name }));
  }

  async function look() {
    const outcome = await compare.carryOut({ parameters, body: { number } });
    setNumber('');
    if (!outcome.ok) return;
    setLeft(outcome.body.isRight === false ? outcome.body.triesLeft : null);
    if (outcome.body.isRight === true) tell(text(texts.isThem));
  }

  const says = problem?.message ?? (left === null ? null : text(texts.numberWrong, { left }));
  if (caller !== null && caller.provenAt !== null) {
    return <Fact name={text(texts.them)}>{text(texts.proven, { time: times.short(caller.provenAt) })}</Fact>;
  }
  return (
    <Fact detail={<span aria-live="polite">{says}</span>} name={text(texts.them)}>
      {caller === null ? (
        <Button isBusy={ask.isBusy} onPress={() => void show()}>
          {text(texts.ask)}
        </Button>
      ) : (
        <form action={() => void look()} className={styles['number']}>
          <input
            aria-label={text(texts.number)}
            autoComplete="off"
            className={styles['field']}
            inputMode="numeric"
            maxLength={4}
            onChange={({ target }) => setNumber(target.value.replaceAll(/\D/g, ''))}
            pattern="\d{4}"
            required
            value={number}
          />
          <Button isBusy={compare.isBusy} type="submit">
            {text(texts.compare)}
          </Button>
        </form>
      )}
    </Fact>
  );
}
