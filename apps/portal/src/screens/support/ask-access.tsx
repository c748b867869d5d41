import { useText } from '@vestibule/texts';
import { Button, Card, classes, Notice, TextField } from '@vestibule/ui';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { setUpTexts } from '../set-up/texts.ts';
import styles from './support-screen.module.css';
import { accessTexts } from './texts.ts';

export interface AskAccessProps {
  readonly state: 'open' | 'sending' | 'failed' | 'asked';
  /** What support said to the last request; null: it did not say no. */
  readonly refusal: string | null;
  readonly onAsk: (reason: string) => void;
}

export interface AskAccessFormProps extends AskAccessProps {
  /** Someone has just opened it. */
  readonly takesFocus?: boolean;
  /** Where the form stands in place of something that can stand there again. */
  readonly onClose?: () => void;
}

/** Asks support for temporary access, where the company lets people ask. */
export function AskAccess({ state, refusal, onAsk, takesFocus = false, onClose }: AskAccessFormProps) {
  const text = useText();
  const headingId = useId();
  const field = useRef<HTMLInputElement>(null);
  const [reason, setReason] = useState('');
  const [hasAsked, setHasAsked] = useState(false);
  useEffect(() => {
    if (takesFocus) field.current?.focus();
  }, [takesFocus]);
  if (state === 'asked') return <Asked takesFocus={hasAsked} />;
  const isEmpty = reason.trim() === '';
  function ask(event: { preventDefault(): void }) {
    event.preventDefault();
    if (isEmpty) return;
    setHasAsked(true);
    onAsk(reason.trim());
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
            inputRef={field}
            name="reason"
            onChange={setReason}
            value={reason}
            {...(state === 'failed' && { error: text(accessTexts.failed) })}
          />
          <div className={styles['askActions']}>
            <Button isBusy={state === 'sending'} isDisabled={isEmpty} type="submit">
              {text(accessTexts.ask)}
            </Button>
            {onClose !== undefined && (
              <Button kind="quiet" onPress={onClose}>
                {text(accessTexts.close)}
              </Button>
            )}
          </div>
        </form>
      </Card>
    </section>
  );
}

/** Takes the focus from the form that it stands in for, unless that is elsewhere by now. */
function Asked({ takesFocus }: { readonly takesFocus: boolean }) {
  const text = useText();
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (takesFocus && document.activeElement === document.body) place.current?.focus();
  }, [takesFocus]);
  return (
    <div className={styles['asked']} ref={place} role="status" tabIndex={-1}>
      <Notice iconName={text(setUpTexts.notice)} kind="ok" title={text(accessTexts.askedTitle)}>
        {text(accessTexts.asked)}
      </Notice>
    </div>
  );
}
