import { useText } from '@vestibule/texts';
import type { PageInfo } from '../page/page-info.ts';
import { PageSupportCode } from '../page/page-support-code.tsx';
import styles from './aid.module.css';
import { homeTexts } from './texts.ts';

/** The last line of the list: a person, and the code to tell them. */
export function Aid({ info }: { readonly info: PageInfo }) {
  const text = useText();
  return (
    <div className={styles['aid']}>
      <a className={styles['link']} href={info.links.support}>
        {text(homeTexts.aid)}
      </a>
      {info.supportCode !== null && <PageSupportCode code={info.supportCode} />}
    </div>
  );
}
