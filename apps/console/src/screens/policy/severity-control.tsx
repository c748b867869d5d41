import type { Severity } from '@vestibule/policy';
import { useText } from '@vestibule/texts';
import { useId } from 'react';
import { SEVERITY_TEXTS } from './severities.ts';
import styles from './severity-control.module.css';

export interface SeverityControlProps {
  readonly label: string;
  readonly value: Severity;
  readonly onChoose: (severity: Severity) => void;
}

/** Four steps; the arrows move between them. */
export function SeverityControl({ label, value, onChoose }: SeverityControlProps) {
  const text = useText();
  const name = useId();
  return (
    <fieldset aria-label={label} className={styles['steps']}>
      {SEVERITY_TEXTS.map(([severity, words]) => (
        <label data-severity={severity} key={severity}>
          <input checked={severity === value} name={name} onChange={() => onChoose(severity)} type="radio" />
          {text(words)}
        </label>
      ))}
    </fieldset>
  );
}
