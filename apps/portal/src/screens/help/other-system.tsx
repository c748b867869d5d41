import { Icon } from '@vestibule/ui';
import type { SystemHelp } from './articles/library-types.ts';
import styles from './other-system.module.css';
import { SystemSteps } from './system-steps.tsx';

export interface OtherSystemProps {
  readonly name: string;
  readonly help: SystemHelp;
}

/** Steps of a system the person does not sit at: closed, but found by the browser's own search in the page. */
export function OtherSystem({ name, help }: OtherSystemProps) {
  return (
    <details className={styles['system']}>
      <summary className={styles['summary']}>
        <h3 className={styles['name']}>{name}</h3>
        <Icon className={styles['chevron']} name="chevron" />
      </summary>
      <div className={styles['steps']}>
        <SystemSteps help={help} level={4} />
      </div>
    </details>
  );
}
