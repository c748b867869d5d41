import { type ReactNode, useEffect, useRef } from 'react';
import { focusAfterWindows } from './focus-after-windows.ts';
import styles from './focus-heading.module.css';

export interface FocusHeadingProps {
  /** Name of the screen it heads; the heading takes focus when this differs from the screen shown before. */
  readonly screen: string;
  readonly children: ReactNode;
}

/** A document has one screen at a time, and which one was last outlives every component. */
let screenBefore: string | null = null;

/** The one h1 of a screen. The first screen of a visit leaves focus alone, so that the skip link comes first. */
export function FocusHeading({ screen, children }: FocusHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);

  useEffect(() => {
    if (screenBefore !== null && screenBefore !== screen) focusAfterWindows(() => heading.current);
    screenBefore = screen;
  }, [screen]);

  return (
    <h1 className={styles['heading']} ref={heading} tabIndex={-1}>
      {children}
    </h1>
  );
}
