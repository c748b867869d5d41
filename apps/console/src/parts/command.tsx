import { useText } from '@vestibule/texts';
import { Button } from '@vestibule/ui';
import { useState } from 'react';
import { usePorts } from '../hooks/ports-context.ts';
import styles from './command.module.css';
import { partTexts as texts } from './texts.ts';

export interface CommandLineProps {
  readonly command: string;
  /** Of the button, where it is no command that is copied. */
  readonly label?: string;
}

/** What does the same on the command line, to copy. */
export function CommandLine({ command, label }: CommandLineProps) {
  const text = useText();
  const { browser } = usePorts();
  const [isCopied, setIsCopied] = useState(false);
  const copy = async () => setIsCopied(await browser.copy(command));
  return (
    <div className={styles['command']}>
      <code>{command}</code>
      <Button kind="quiet" label={label ?? text(texts.copyCommand, { command })} onPress={() => void copy()}>
        <span aria-live="polite">{text(isCopied ? texts.copied : texts.copy)}</span>
      </Button>
    </div>
  );
}
