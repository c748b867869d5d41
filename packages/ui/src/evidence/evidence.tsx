import { useId, useState } from 'react';
import { buttonClass } from '../button/button-class.ts';
import { classes } from '../classes.ts';
import { Icon } from '../icon/icon.tsx';
import styles from './evidence.module.css';

export interface EvidenceEntry {
  readonly label: string;
  readonly value: string;
  readonly kind?: 'found' | 'wanted' | 'code';
}

export interface EvidenceProps {
  /** 'What we found' */
  readonly label: string;
  readonly describedBy?: string;
  readonly entries: readonly EvidenceEntry[];
  readonly isOpenAtFirst?: boolean;
}

/** What was read, what was wanted, from where and when: behind a button at the end of the row's actions. */
export function Evidence({ label, describedBy, entries, isOpenAtFirst = false }: EvidenceProps) {
  const [isOpen, setIsOpen] = useState(isOpenAtFirst);
  const panelId = useId();
  return (
    <>
      <button
        aria-controls={panelId}
        aria-expanded={isOpen}
        className={classes(buttonClass('quiet', false), styles['toggle'])}
        onClick={() => setIsOpen(!isOpen)}
        type="button"
        {...(describedBy !== undefined && { 'aria-describedby': describedBy })}
      >
        {label}
        <Icon className={classes(styles['chevron'], isOpen && styles['turned'])} isSmall name="chevron" />
      </button>
      <div className={styles['panel']} hidden={!isOpen} id={panelId}>
        <dl className={styles['list']}>
          {entries.map((entry) => (
            <div className={styles['entry']} key={`${entry.label} ${entry.value}`}>
              <dt className={styles['label']}>{entry.label}</dt>
              <dd className={classes(styles['value'], entry.kind && styles[entry.kind])}>{entry.value}</dd>
            </div>
          ))}
        </dl>
      </div>
    </>
  );
}
