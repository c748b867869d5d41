import { useState } from 'react';
import { Button } from '../button/button.tsx';
import styles from './support-code.module.css';

export interface SupportCodeProps {
  readonly label: string;
  readonly code: string;
  readonly copyLabel: string;
  readonly copiedLabel: string;
}

export function SupportCode({ label, code, copyLabel, copiedLabel }: SupportCodeProps) {
  const [copiedCode, setCopiedCode] = useState<string | null>(null);
  const isCopied = copiedCode === code;

  async function copy() {
    try {
      await navigator.clipboard.writeText(code);
      setCopiedCode(code);
    } catch {
      // Without the permission the code still stands there to be read out or selected.
      setCopiedCode(null);
    }
  }

  return (
    <span className={styles['support']}>
      <span className={styles['label']}>{label}</span>
      <span className={styles['code']}>{code}</span>
      <Button
        className={styles['copy']}
        icon={isCopied ? 'check' : 'copy'}
        kind="quiet"
        label={isCopied ? copiedLabel : copyLabel}
        onPress={() => void copy()}
      />
    </span>
  );
}
