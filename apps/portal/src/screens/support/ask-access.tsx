import { useText } from '@vestibule/texts';
import { Button, Card, classes, Notice, TextField } from '@vestibule/ui';
import { useId, useState } from 'react';
import { setUpTexts } from '../set-up/texts.ts';
import styles from './support-screen.module.css';
import { accessTexts } from './texts.ts';

export interface AskAccessProps {
  readonly state: 'open' | 'sending' | 'failed' | 'asked';
  /** What support said to the last request; null: it did not say no. */
  readonly refusal: string | null;
  readonly onAsk: (reason: string) => void;
}

/** Asks support for temporary access, where the company lets people ask. */
export function AskAccess({ state, refusal, onAsk }: AskAccessProps) {
  const text = useText();
  const headingId = useId();
  const [reason, setReason] = useState('');
  if (state === 'asked') {
    return (
      <div role="status">
        <Notice iconName={text(setUpTexts.notice)} kind="ok" title={text(accessTexts.askedTitle)}>
          {text(accessTexts.asked)}
        </Notice>
      </div>
    );
  }
  const isEmpty = reason.trim() === '';
  function ask(event: { preventDefault(): void }) {
    event.preventDefault();
    if (!isEmpty) onAsk(reason.trim());
  }
  return (
    <section aria-labelledby={headingId}>
      <h2 className={classes(styles['heading'], styles['askHeading'])} id={headingId}>
        {text(accessTexts.heading)}
      </h2>
      {refusal !== null && (
        <div className={styles['refusal']} role="status">
          <Notice iconName={text(setUpTexts.notice)} kind="warn" title={text(accessTexts.refusedTitle)}>
            {refusal}
          </Notice>
        </div>
      )}
      <Card>
        <form className={styles['ask']} onSubmit={ask}>
          <p>{text(accessTexts.lead)}</p>
          <TextField
            label={text(accessTexts.reason)}
            name="reason"
            onChange={setReason}
            value={reason}
            {...(state === 'failed' && { error: text(accessTexts.failed) })}
          />
          <div>
            <Button isBusy={state === 'sending'} isDisabled={isEmpty} type="submit">
              {text(accessTexts.ask)}
            </Button>
          </div>
        </form>
      </Card>
    </section>
  );
}
