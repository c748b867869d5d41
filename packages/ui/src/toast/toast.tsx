import type { ReactNode } from 'react';
import { Button } from '../button/button.tsx';
import { VerdictIcon } from '../verdict/verdict-icon.tsx';
import styles from './toast.module.css';

export interface ToastProps {
  readonly iconName: string;
  readonly title: string;
  readonly closeLabel: string;
  /** After 6 s, after 20 s with a button in it, or when closed; the time stands still while pointer or focus are on it. */
  readonly onClose: () => void;
  readonly children?: ReactNode;
}

/** Says that something is done. Never the only place of a message. */
export function Toast({ iconName, title, closeLabel, onClose, children }: ToastProps) {
  return (
    <div className={styles['toast']} onAnimationEnd={onClose}>
      <VerdictIcon name={iconName} verdict="passed" />
      <div className={styles['text']}>
        <p className={styles['title']}>{title}</p>
        {children && <p className={styles['detail']}>{children}</p>}
      </div>
      <Button className={styles['close']} icon="close" kind="quiet" label={closeLabel} onPress={onClose} />
    </div>
  );
}
