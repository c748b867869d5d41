import styles from './skip-link.module.css';

export interface SkipLinkProps {
  /** Id of the element to go to. */
  readonly target: string;
  readonly label: string;
}

export function SkipLink({ target, label }: SkipLinkProps) {
  return (
    <a className={styles['skip']} href={`#${target}`}>
      {label}
    </a>
  );
}
