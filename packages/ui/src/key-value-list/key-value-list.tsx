import styles from './key-value-list.module.css';

export interface KeyValueListProps {
  readonly entries: readonly KeyValueEntry[];
}

export interface KeyValueEntry {
  readonly label: string;
  readonly value: string;
  /** Where the value leads. */
  readonly href?: string | undefined;
}

/** Labels and what they name, divided by hairlines. An entry without a value is left out. */
export function KeyValueList({ entries }: KeyValueListProps) {
  return (
    <dl className={styles['list']}>
      {entries
        .filter(({ value }) => value !== '')
        .map(({ label, value, href }) => (
          <div className={styles['entry']} key={label}>
            <dt className={styles['label']}>{label}</dt>
            <dd className={styles['value']}>{href === undefined ? value : <a href={href}>{value}</a>}</dd>
          </div>
        ))}
    </dl>
  );
}
