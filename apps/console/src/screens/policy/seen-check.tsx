import type { CheckType } from '@vestibule/contracts';
import type { CheckPolicy } from '@vestibule/policy';
import { useText } from '@vestibule/texts';
import { checkTexts } from '../../parts/checks/texts.ts';
import styles from './policy.module.css';
import { useWhat } from './use-what.ts';

export interface SeenCheckProps {
  readonly type: CheckType;
  readonly check: CheckPolicy | undefined;
}

/** What the policy says of a check, to who may only look. */
export function SeenCheck({ type, check }: SeenCheckProps) {
  const text = useText();
  const { severity, more } = useWhat()(check);
  return (
    <li className={styles['check']}>
      <div>
        <b>{text(checkTexts[type])}</b>
        {more !== '' && <span className={styles['sub']}>{more}</span>}
      </div>
      <span className={styles['seen']} data-severity={check?.severity ?? 'off'}>
        {severity}
      </span>
    </li>
  );
}
