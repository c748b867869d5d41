import type { ReactNode } from 'react';
import { classes } from '../classes.ts';
import { Icon, type IconName } from '../icon/icon.tsx';
import styles from './button.module.css';
import { buttonClass, type ButtonKind } from './button-class.ts';

export interface ButtonProps {
  readonly kind?: ButtonKind;
  /** 52 px high: the one main action of a screen. */
  readonly isLarge?: boolean;
  readonly icon?: IconName;
  /** Keeps its label and width, shows a spinner and takes no press. */
  readonly isBusy?: boolean;
  /** Stays focusable, so that its reason (`describedBy`) can be read. */
  readonly isDisabled?: boolean;
  readonly type?: 'button' | 'submit';
  /** Needed when the button shows an icon alone. */
  readonly label?: string;
  readonly describedBy?: string;
  /** Takes the focus when it appears: the first control of a dialog. */
  readonly takesFocus?: boolean;
  readonly className?: string | undefined;
  readonly onPress?: () => void;
  readonly children?: ReactNode;
}

export function Button(props: ButtonProps) {
  const { kind = 'secondary', isLarge = false, isBusy = false, isDisabled = false, type = 'button' } = props;
  const { icon, label, describedBy, takesFocus = false, className, onPress, children } = props;
  const isInert = isBusy || isDisabled;
  return (
    <button
      aria-disabled={isInert}
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- a dialog hands focus to its first control
      autoFocus={takesFocus}
      className={classes(buttonClass(kind, isLarge), children === undefined && styles['square'], className)}
      data-state={isBusy ? 'busy' : isDisabled ? 'disabled' : undefined}
      type={isInert ? 'button' : type}
      {...(label !== undefined && { 'aria-label': label })}
      {...(describedBy !== undefined && { 'aria-describedby': describedBy })}
      {...(!isInert && onPress !== undefined && { onClick: () => onPress() })}
    >
      {isBusy ? (
        <Icon className={styles['spinner']} name="scanning" />
      ) : (
        icon && <Icon isSmall={children !== undefined} name={icon} />
      )}
      {children}
    </button>
  );
}
