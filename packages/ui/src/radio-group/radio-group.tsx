import { useId } from 'react';
import styles from './radio-group.module.css';

export interface RadioGroupProps<Value extends string> {
  /** What is chosen, for screen readers. */
  readonly name: string;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  /** Null before the first choice. */
  readonly value: Value | null;
  readonly onChange: (value: Value) => void;
}

/** A card of choices; the whole row is the target. The browser's own radio buttons bring arrow keys and names. */
export function RadioGroup<Value extends string>({ name, options, value, onChange }: RadioGroupProps<Value>) {
  const group = useId();
  return (
    <fieldset aria-label={name} className={styles['group']}>
      {options.map((option) => (
        <label className={styles['option']} key={option.value}>
          <input
            checked={option.value === value}
            className={styles['input']}
            name={group}
            onChange={() => onChange(option.value)}
            type="radio"
            value={option.value}
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}
