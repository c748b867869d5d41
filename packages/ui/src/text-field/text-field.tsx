import { type HTMLInputAutoCompleteAttribute, type ReactNode, type RefObject, useId } from 'react';
import { Icon } from '../icon/icon.tsx';
import { classes } from '../classes.ts';
import styles from './text-field.module.css';

export interface TextFieldProps {
  readonly label: string;
  readonly name: string;
  readonly type?: 'text' | 'email' | 'password';
  readonly autoComplete?: HTMLInputAutoCompleteAttribute;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** In words, below the field; null while nothing is wrong. */
  readonly error?: string | null;
  readonly inputRef?: RefObject<HTMLInputElement | null>;
  /** Stands at the end of the field: show password. */
  readonly end?: ReactNode;
}

export function TextField(props: TextFieldProps) {
  const { label, name, type = 'text', autoComplete, value, onChange, error = null, inputRef, end } = props;
  const inputId = useId();
  const errorId = useId();
  return (
    <div>
      <label className={styles['label']} htmlFor={inputId}>
        {label}
      </label>
      <div className={styles['box']}>
        <input
          aria-describedby={error === null ? undefined : errorId}
          aria-invalid={error !== null}
          autoCapitalize="none"
          autoComplete={autoComplete}
          className={classes(styles['input'], end !== undefined && styles['withEnd'])}
          id={inputId}
          name={name}
          onChange={(event) => onChange(event.target.value)}
          ref={inputRef}
          spellCheck={false}
          type={type}
          value={value}
        />
        {end && <span className={styles['end']}>{end}</span>}
      </div>
      {error !== null && (
        <p className={styles['error']} id={errorId}>
          <Icon className={styles['errorIcon']} isSmall name="required" />
          {error}
        </p>
      )}
    </div>
  );
}
