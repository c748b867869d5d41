import { classes } from '@vestibule/ui';
import { useId } from 'react';
import styles from './try-out-bar.module.css';

export interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  /** What is chosen is not the usual. */
  readonly isMarked?: boolean;
  readonly onChoose: (value: Value) => void;
}

/** One switch: the browser's own list, which every keyboard and every reader knows. */
export function Choice<Value extends string>(props: ChoiceProps<Value>) {
  const { label, value, options, isMarked = false, onChoose } = props;
  const id = useId();
  return (
    <div className={styles['choice']}>
      <label className={styles['label']} htmlFor={id}>
        {label}
      </label>
      <select
        className={classes(styles['select'], isMarked && styles['marked'])}
        id={id}
        onChange={(event) => {
          const chosen = options.find((option) => option.value === event.target.value);
          if (chosen !== undefined) onChoose(chosen.value);
        }}
        value={value}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  );
}
