import { useText } from '@vestibule/texts';
import { Notice } from '@vestibule/ui';
import { setUpTexts } from '../set-up/texts.ts';
import styles from './caller-number.module.css';
import { callerTexts } from './texts.ts';

/** What the caller reads out, because support asked this very page to show it. The live region of the screen says it. */
export function CallerNumber({ number }: { readonly number: string }) {
  const text = useText();
  return (
    <div className={styles['number']}>
      <Notice iconName={text(setUpTexts.notice)} kind="none" title={text(callerTexts.title, { number })}>
        {text(callerTexts.text)}
      </Notice>
    </div>
  );
}
