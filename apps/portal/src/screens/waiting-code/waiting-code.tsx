import { useText } from '@vestibule/texts';
import { Button, Card } from '@vestibule/ui';
import { useId, useState } from 'react';
import { waitingCodeTexts as texts } from './texts.ts';
import styles from './waiting-code.module.css';

export interface WaitingCodeProps {
  readonly code: string;
  /** Of the page on which it is entered, as a person types it. */
  readonly address: string;
}

/** How a computer that is not registered is registered from one that is. */
export function WaitingCode({ code, address }: WaitingCodeProps) {
  const text = useText();
  const headingId = useId();
  const [copied, setCopied] = useState<string | null>(null);

  async function copy() {
    try {
      await navigator.clipboard.writeText(code);
      setCopied(code);
    } catch {
      // Without the permission it still stands there to be read.
      setCopied(null);
    }
  }

  return (
    <section aria-labelledby={headingId} className={styles['waiting']}>
      <Card>
        <h2 className={styles['heading']} id={headingId}>
          {text(texts.heading)}
        </h2>
        <p className={styles['where']}>{text(texts.where, { address })}</p>
        <p className={styles['code']}>
          <span aria-label={text(texts.label)} className={styles['characters']} role="group">
            {code}
          </span>
          <Button
            icon={copied === code ? 'check' : 'copy'}
            kind="quiet"
            label={text(copied === code ? texts.copied : texts.copy)}
            onPress={() => void copy()}
          />
        </p>
        <p className={styles['life']}>
          {text(texts.life)} {text(texts.warning)}
        </p>
      </Card>
    </section>
  );
}
