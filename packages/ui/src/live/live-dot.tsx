import styles from './live-dot.module.css';

/** Stands before a sentence that says what is live. */
export function LiveDot() {
  return <span aria-hidden="true" className={styles['dot']} />;
}
