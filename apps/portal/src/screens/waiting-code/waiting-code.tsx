import { VOUCHING_CODE_LIFE_MS } from '@vestibule/contracts';
import { useText } from '@vestibule/texts';
import { Button, Card } from '@vestibule/ui';
import { useId, useState } from 'react';
import { waitingCodeTexts as texts } from './texts.ts';
import styles from './waiting-code.module.css';

export interface WaitingCodeProps {
  /** Null where no computer that is known may register this one. */
  readonly code: string | null;
  /** Of the page on which it is entered, as a person types it. */
  readonly address: string;
  /** No one signs in here: a second factor given here is none. */
  readonly isSecondStep?: boolean;
}

/** How a computer that is not registered gets registered. */
export function WaitingCode({ code, address, isSecondStep = false }: WaitingCodeProps) {
  const text = useText();
  return (
    <div className={styles['waiting']}>
      {code !== null && <CodeCard address={address} code={code} />}
      <p className={styles['else']}>{text(elseOf(code !== null, isSecondStep))}</p>
    </div>
  );
}

function elseOf(hasCode: boolean, isSecondStep: boolean) {
  if (isSecondStep) return hasCode ? texts.elseStep : texts.onlyStep;
  return hasCode ? texts.elseWays : texts.otherWays;
}

function CodeCard({ code, address }: { readonly code: string; readonly address: string }) {
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
    <section aria-labelledby={headingId}>
      <Card className={styles['card']}>
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
          {text(texts.life, { minutes: VOUCHING_CODE_LIFE_MS / 60_000 })} {text(texts.warning)}
        </p>
      </Card>
    </section>
  );
}
