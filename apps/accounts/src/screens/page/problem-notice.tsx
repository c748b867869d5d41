import { useText } from '@vestibule/texts';
import { Notice } from '@vestibule/ui';
import { useEffect, useRef } from 'react';
import type { Problem } from '../../adapters/outcome.ts';
import styles from './problem-notice.module.css';
import { problemText } from './problems.ts';
import { pageTexts } from './texts.ts';

/** What the person can mend by doing it again is a note. */
const NOTES: readonly Problem[] = ['passkey_cancelled', 'passkey_there'];

/** Takes the focus when it appears, so that it is read out and seen at once. */
export function ProblemNotice({ problem }: { readonly problem: Problem }) {
  const text = useText();
  const notice = useRef<HTMLDivElement>(null);
  const { title, text: sentence } = problemText(problem);
  const isNote = NOTES.includes(problem);

  useEffect(() => notice.current?.focus(), []);

  return (
    <div className={styles['notice']} ref={notice} tabIndex={-1}>
      <Notice
        iconName={text(isNote ? pageTexts.note : pageTexts.problem)}
        kind={isNote ? 'warn' : 'stop'}
        title={text(title)}
      >
        {text(sentence)}
      </Notice>
    </div>
  );
}
