import { type ReactNode, useId } from 'react';
import { Button } from '../button/button.tsx';
import { classes } from '../classes.ts';
import styles from './continue-dock.module.css';

export interface ContinueDockProps {
  readonly label: string;
  /** Why it cannot be pressed, or what happens next. */
  readonly hint: string | null;
  /** Sticks to the bottom only while it can be pressed: a disabled button never covers content. */
  readonly isEnabled: boolean;
  /** It has been pressed, and what follows is under way. */
  readonly isBusy?: boolean;
  /** The better way on, where there is one: it becomes the main action, and this button the other. */
  readonly instead?: ReactNode;
  readonly onPress: () => void;
}

export function ContinueDock({ label, hint, isEnabled, isBusy = false, instead, onPress }: ContinueDockProps) {
  const hintId = useId();
  return (
    <div className={classes(styles['dock'], isEnabled && styles['sticky'])} data-continue-dock="">
      {hint !== null && (
        <p className={styles['hint']} id={hintId}>
          {hint}
        </p>
      )}
      <Button
        isBusy={isBusy}
        isDisabled={!isEnabled}
        isLarge
        kind={instead === undefined ? 'primary' : 'secondary'}
        onPress={onPress}
        {...(hint !== null && { describedBy: hintId })}
      >
        {label}
      </Button>
      {instead}
    </div>
  );
}
