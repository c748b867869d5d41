import { classes } from '@vestibule/ui';
import form from '../../parts/form.module.css';
import type { CodeEditorProps } from './code-editor.tsx';
import styles from './policy.module.css';

/** In place of the editor, where its script did not arrive: the text can be written all the same. */
export function PlainEditor({ label, value, problems, onChange }: CodeEditorProps) {
  return (
    <textarea
      aria-invalid={problems.length > 0}
      aria-label={label}
      className={classes(form['field'], styles['plain'])}
      onChange={({ target }) => onChange(target.value)}
      rows={24}
      spellCheck={false}
      value={value}
    />
  );
}
