import type { CheckType } from '@vestibule/contracts';
import { useText } from '@vestibule/texts';
import type { ReactNode } from 'react';
import { Block } from '../../parts/block.tsx';
import { CHECK_GROUPS } from './check-groups.ts';
import styles from './policy.module.css';

export interface ChecksViewProps {
  /** Only these; left out: every one. */
  readonly isShown?: (check: CheckType) => boolean;
  readonly renderCheck: (check: CheckType) => ReactNode;
}

/** Every check in its group. A group of which nothing is shown has no heading. */
export function ChecksView({ isShown = () => true, renderCheck }: ChecksViewProps) {
  const text = useText();
  return CHECK_GROUPS.map(({ title, checks }) => {
    const shown = checks.filter(isShown);
    if (shown.length === 0) return null;
    return (
      <Block key={title.id} title={text(title)}>
        <ul className={styles['checks']}>{shown.map(renderCheck)}</ul>
      </Block>
    );
  });
}
