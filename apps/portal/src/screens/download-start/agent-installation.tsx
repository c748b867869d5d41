import type { DeviceToken } from '@vestibule/flows';
import { useI18n, useText } from '@vestibule/texts';
import { Button } from '@vestibule/ui';
import { useState } from 'react';
import type { SetUpSystem } from '../set-up/system-text.ts';
import { agentCommandFor } from './agent-command.ts';
import styles from './agent-installation.module.css';
import { downloadStartTexts } from './texts.ts';

export interface AgentInstallationProps {
  readonly productName: string;
  readonly deviceToken: DeviceToken;
  readonly system: SetUpSystem;
  readonly fileName: string | null;
  /** The browser has no extension, so that this is the way; otherwise it is one for administrators, and closed. */
  readonly isOpen: boolean;
}

/** The command by which the client that was just installed reports by itself, with its device token. */
export function AgentInstallation({ productName, deviceToken, system, fileName, isOpen }: AgentInstallationProps) {
  const text = useText();
  const i18n = useI18n();
  const product = productName;
  const { command, isForCommandPrompt } = agentCommandFor(system, fileName, deviceToken.token);
  const { expiresAt } = deviceToken;
  return (
    <details className={styles['agent']} open={isOpen}>
      <summary className={styles['summary']}>{text(downloadStartTexts.agentTitle)}</summary>
      <p className={styles['text']}>
        {text(isForCommandPrompt ? downloadStartTexts.agentWindows : downloadStartTexts.agent, { product })}
      </p>
      <code className={styles['command']}>{command}</code>
      <p className={styles['actions']}>
        <CopyCommand command={command} />
      </p>
      <p className={styles['text']}>
        {expiresAt === null
          ? text(downloadStartTexts.agentOnce)
          : text(downloadStartTexts.agentUntil, {
              time: i18n.date(expiresAt, { dateStyle: 'long', timeStyle: 'short' }),
            })}{' '}
        {text(downloadStartTexts.agentSecret)}
      </p>
    </details>
  );
}

function CopyCommand({ command }: { readonly command: string }) {
  const text = useText();
  const [copied, setCopied] = useState<string | null>(null);
  const isCopied = copied === command;
  async function copy() {
    try {
      await navigator.clipboard.writeText(command);
      setCopied(command);
    } catch {
      // Without the permission the command still stands there to be selected.
      setCopied(null);
    }
  }
  return (
    <Button icon={isCopied ? 'check' : 'copy'} onPress={() => void copy()}>
      {text(isCopied ? downloadStartTexts.agentCopied : downloadStartTexts.agentCopy)}
    </Button>
  );
}
