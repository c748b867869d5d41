import { useText } from '@vestibule/texts';
import { Button, CodeField } from '@vestibule/ui';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { useArrivalField } from '../../app/use-arrival-field.ts';
import styles from './code-form.module.css';
import { giveTexts as texts } from './texts.ts';

export interface CodeFormProps {
  readonly kind: 'totp' | 'recovery-code';
  readonly isBusy: boolean;
  /** What is wrong with the code, as the server says. */
  readonly error: string | null;
  /** Of a page that is there for the code alone: read out, while the field takes the focus. */
  readonly heading?: string;
  readonly onSubmit: (code: string) => void;
}

export function CodeForm({ kind, isBusy, error, heading, onSubmit }: CodeFormProps) {
  const text = useText();
  const [code, setCode] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const isTotp = kind === 'totp';
  useArrivalField(input, heading ?? null);

  useEffect(() => {
    if (error === null) return;
    input.current?.focus();
    input.current?.select();
  }, [error]);

  function submit(event: SubmitEvent) {
    event.preventDefault();
    if (isBusy) return;
    setIsMissing(code.trim() === '');
    if (code.trim() === '') input.current?.focus();
    else onSubmit(code.trim());
  }

  return (
    <form className={styles['form']} noValidate onSubmit={submit}>
      <CodeField
        error={isMissing ? text(texts.codeMissing) : error}
        inputRef={input}
        kind={isTotp ? 'one-time' : 'recovery'}
        label={text(isTotp ? texts.code : texts.recoveryCode)}
        name="code"
        onChange={setCode}
        value={code}
      />
      <Button className={styles['submit']} isBusy={isBusy} isLarge kind="primary" type="submit">
        {text(texts.confirm)}
      </Button>
    </form>
  );
}
