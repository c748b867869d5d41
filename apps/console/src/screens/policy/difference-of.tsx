import { useText } from '@vestibule/texts';
import { classes, VisuallyHidden } from '@vestibule/ui';
import { differenceOf } from './differences.ts';
import styles from './difference.module.css';
import { policyTexts as texts } from './texts.ts';

export interface DifferenceOfProps {
  readonly label: string;
  readonly before: string;
  readonly after: string;
}

/** What one text has that another has not, line by line, with what stands around. */
export function DifferenceOf({ label, before, after }: DifferenceOfProps) {
  const text = useText();
  const parts = differenceOf(before, after);
  if (parts.length === 0) return <p>{text(texts.noDifference)}</p>;
  const words = { added: text(texts.added), removed: text(texts.removed), same: '' };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls sideways is reached by keyboard
    <div aria-label={label} className={styles['difference']} role="region" tabIndex={0}>
      {parts.map((lines) => (
        <ol key={lines[0]?.key ?? ''}>
          {lines.map(({ kind, text: line, key }) => (
            <li className={classes(kind !== 'same' && styles[kind])} key={key}>
              {kind !== 'same' && <VisuallyHidden>{words[kind]} </VisuallyHidden>}
              <code>{line}</code>
            </li>
          ))}
        </ol>
      ))}
    </div>
  );
}
