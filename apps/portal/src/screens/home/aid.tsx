import { Button } from '@vestibule/ui';
import { useText } from '@vestibule/texts';
import type { PageInfo } from '../page/page-info.ts';
import { PageSupportCode } from '../page/page-support-code.tsx';
import styles from './aid.module.css';
import { homeTexts } from './texts.ts';

export interface AidProps {
  readonly info: PageInfo;
  readonly onContactSupport: () => void;
}

/** The last line of the list: a person, and the code to tell them. */
export function Aid({ info, onContactSupport }: AidProps) {
  const text = useText();
  return (
    <div className={styles['aid']}>
      <Button className={styles['link']} kind="link" onPress={onContactSupport}>
        {text(homeTexts.aid)}
      </Button>
      {info.supportCode !== null && <PageSupportCode code={info.supportCode} />}
    </div>
  );
}
