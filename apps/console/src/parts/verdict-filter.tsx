import { VERDICTS, type VerdictName } from '@vestibule/contracts';
import { useText } from '@vestibule/texts';
import styles from './filters.module.css';
import { verdictTexts as texts } from './texts.ts';

const WORDS = {
  passed: texts.passed,
  'in-grace': texts.inGrace,
  'not-checked': texts.notChecked,
  stopped: texts.stopped,
  'never-reported': texts.neverReported,
  retired: texts.retired,
} as const satisfies { readonly [verdict in VerdictName]: object };

export interface VerdictFilterProps {
  readonly value: VerdictName | undefined;
  /** The empty text for every verdict. */
  readonly onChange: (verdict: string) => void;
}

/** Chooses by verdict; what could not be checked is a choice like the others. */
export function VerdictFilter({ value, onChange }: VerdictFilterProps) {
  const text = useText();
  return (
    <select
      aria-label={text(texts.verdict)}
      className={styles['select']}
      onChange={({ target }) => onChange(target.value)}
      value={value ?? ''}
    >
      <option value="">{text(texts.any)}</option>
      {VERDICTS.map((verdict) => (
        <option key={verdict} value={verdict}>
          {text(WORDS[verdict])}
        </option>
      ))}
    </select>
  );
}
