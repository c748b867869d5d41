import { Fragment } from 'react';
import type { Marked } from './articles/library-types.ts';
import { keyedParts } from './keyed-parts.ts';
import styles from './steps.module.css';

const MARKS = /(\*\*[^*]+\*\*|`[^`]+`)/;

/** A sentence of an article with its marks made visible. */
export function MarkedText({ children }: { readonly children: Marked }) {
  return keyedParts(children, MARKS).map(({ key, part }) => {
    if (part.startsWith('**')) {
      return (
        <strong className={styles['name']} key={key}>
          {part.slice(2, -2)}
        </strong>
      );
    }
    if (part.startsWith('`')) {
      return (
        <code className={styles['typed']} key={key}>
          {part.slice(1, -1)}
        </code>
      );
    }
    return <Fragment key={key}>{part}</Fragment>;
  });
}
