import { useText } from '@vestibule/texts';
import { lazyPart } from '@vestibule/ui';
import { Suspense } from 'react';
import { LoadingRows } from '../../parts/state.tsx';
import { PlainEditor } from './plain-editor.tsx';
import styles from './policy.module.css';
import { policyTexts as texts } from './texts.ts';
import type { Draft } from './use-draft.ts';

const CodeEditor = lazyPart(async () => (await import('./code-editor.tsx')).CodeEditor, PlainEditor);

/** The text itself, and below it every problem in it, with its line. */
export function TextView({ draft }: { readonly draft: Draft }) {
  const text = useText();
  const problems = draft.parsed.ok ? NONE : draft.parsed.problems;
  return (
    <div className={styles['editing']}>
      <Suspense fallback={<LoadingRows />}>
        <CodeEditor label={text(texts.textOf)} onChange={draft.write} problems={problems} value={draft.text} />
      </Suspense>
      <Problems draft={draft} />
    </div>
  );
}

const NONE = [] as const;

/** What is wrong with the text, in the words of its reader. */
export function Problems({ draft: { parsed } }: { readonly draft: Draft }) {
  const text = useText();
  return (
    <div aria-live="polite">
      {!parsed.ok && (
        <ul aria-label={text(texts.notRead)} className={styles['problems']}>
          {parsed.problems.map(({ line, column, message }) => (
            <li key={`${line}.${column}.${message}`}>
              <code>
                {line}:{column}
              </code>{' '}
              {message}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
