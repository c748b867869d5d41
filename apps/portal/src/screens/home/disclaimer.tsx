import type { CheckResult } from '@vestibule/contracts';
import { RestrictedHtml } from '@vestibule/ui';
import styles from './disclaimer.module.css';

export type DisclaimerProps = NonNullable<CheckResult['disclaimer']>;

/** The company's own words, as few elements as a licence agreement may have. */
export function Disclaimer({ text, boldText, redText }: DisclaimerProps) {
  return (
    <div className={styles['disclaimer']}>
      {text !== '' && <RestrictedHtml html={text} />}
      {boldText !== '' && (
        <div className={styles['bold']}>
          <RestrictedHtml html={boldText} />
        </div>
      )}
      {redText !== '' && (
        <div className={styles['red']}>
          <RestrictedHtml html={redText} />
        </div>
      )}
    </div>
  );
}
