import { useText } from '@vestibule/texts';
import { Button } from '@vestibule/ui';
import { useState } from 'react';
import { useAnnouncer } from '../../app/announcer.tsx';
import { usePorts } from '../../app/ports-context.ts';
import styles from './authenticator-key.module.css';
import { enrollTexts as texts } from './texts.ts';

export interface AuthenticatorKeyProps {
  /** Base32. */
  readonly secret: string;
  readonly otpauthUri: string;
}

/** The key of an authenticator app, for typing, for copying and for an app on this very device. */
export function AuthenticatorKey({ secret, otpauthUri }: AuthenticatorKeyProps) {
  const text = useText();
  const { announce } = useAnnouncer();
  const { keepsakes } = usePorts();
  const [isCopied, setIsCopied] = useState(false);

  async function copy() {
    const isDone = await keepsakes.copy(secret);
    setIsCopied(isDone);
    if (isDone) announce(text(texts.keyCopied));
  }

  return (
    <div className={styles['key']}>
      <p className={styles['label']}>{text(texts.keyLabel)}</p>
      <p className={styles['line']}>
        <span className={styles['characters']}>{secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</span>
        <Button
          icon={isCopied ? 'check' : 'copy'}
          kind="quiet"
          label={text(isCopied ? texts.keyCopied : texts.keyCopy)}
          onPress={() => void copy()}
        />
      </p>
      {otpauthUri.startsWith('otpauth://') && (
        <a className={styles['link']} href={otpauthUri}>
          {text(texts.openApp)}
        </a>
      )}
    </div>
  );
}
