import { type ReactNode, useEffect, useRef, useState } from 'react';
import styles from './modal-dialog.module.css';

export interface ModalBodyProps {
  /** Title of the window. */
  readonly label: string;
  readonly children: ReactNode;
}

/** What a window says. While there is more than fits it is a stop of the Tab key, so that keys can scroll it everywhere. */
export function ModalBody({ label, children }: ModalBodyProps) {
  const body = useRef<HTMLDivElement>(null);
  const [isLong, setIsLong] = useState(false);
  useEffect(() => {
    const measure = () => setIsLong(body.current !== null && body.current.scrollHeight > body.current.clientHeight);
    measure();
    window.addEventListener('resize', measure);
    return () => window.removeEventListener('resize', measure);
  });
  return (
    <div className={styles['body']} ref={body} {...(isLong && { 'aria-label': label, role: 'group', tabIndex: 0 })}>
      {children}
    </div>
  );
}
