import { useText } from '@vestibule/texts';
import { Notice } from '@vestibule/ui';
import { setUpTexts } from '../set-up/texts.ts';
import styles from './caller-number.module.css';
import { callerTexts } from './texts.ts';

/** What the caller reads out, because support asked this very page to show it. */
export function CallerNumber({ number }: { readonly number: string }) {
  const text = useText();
  return (
    <div className={styles['number']} role="status">
      <Notice iconName={text(setUpTexts.notice)} kind="none" title={text(callerTexts.title, { number })}>
        {text(callerTexts.text)}
      </Notice>
    </div>
  );
}
