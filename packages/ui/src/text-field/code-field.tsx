import { type RefObject, useId } from 'react';
import { classes } from '../classes.ts';
import { Icon } from '../icon/icon.tsx';
import codeStyles from './code-field.module.css';
import styles from './text-field.module.css';

export interface CodeFieldProps {
  readonly label: string;
  readonly name: string;
  /** 'one-time': digits of an authenticator app, which phones and password managers fill in. 'recovery': letters too. */
  readonly kind: 'one-time' | 'recovery';
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** In words, below the field; null while nothing is wrong. */
  readonly error: string | null;
  readonly inputRef: RefObject<HTMLInputElement | null>;
}

/** A field for a code, as it is typed: what is between the characters is the server's matter. */
export function CodeField({ label, name, kind, value, onChange, error, inputRef }: CodeFieldProps) {
  const inputId = useId();
  const errorId = useId();
  const isOneTime = kind === 'one-time';
  return (
    <div>
      <label className={styles['label']} htmlFor={inputId}>
        {label}
      </label>
      <input
        aria-describedby={error === null ? undefined : errorId}
        aria-invalid={error !== null}
        autoCapitalize={isOneTime ? 'none' : 'characters'}
        autoComplete={isOneTime ? 'one-time-code' : 'off'}
        autoCorrect="off"
        className={classes(styles['input'], codeStyles['code'], !isOneTime && codeStyles['wide'])}
        id={inputId}
        inputMode={isOneTime ? 'numeric' : 'text'}
        name={name}
        onChange={(event) => onChange(event.target.value)}
        ref={inputRef}
        spellCheck={false}
        type="text"
        value={value}
      />
      {error !== null && (
        <p className={styles['error']} id={errorId}>
          <Icon className={styles['errorIcon']} isSmall name="required" />
          {error}
        </p>
      )}
    </div>
  );
}
