import { useText } from '@vestibule/texts';
import { Button } from '@vestibule/ui';
import { useState } from 'react';
import { useAnnouncer } from '../../app/announcer.tsx';
import { useCompany } from '../../app/company-context.ts';
import { usePorts } from '../../app/ports-context.ts';
import { pageTexts } from '../page/texts.ts';
import { SetupPage } from '../page/setup-page.tsx';
import styles from './recovery-codes-step.module.css';
import { enrollTexts as texts } from './texts.ts';

export interface RecoveryCodesStepProps {
  readonly codes: readonly string[];
  /** Whose codes they are, for the file; the name where the login is not known. */
  readonly login: string;
  readonly onContinue: () => void;
}

/** Codes that are shown once. */
export function RecoveryCodesStep({ codes, login, onContinue }: RecoveryCodesStepProps) {
  const text = useText();
  const { announce } = useAnnouncer();
  const { keepsakes } = usePorts();
  const company = useCompany()?.companyName ?? '';
  const [isCopied, setIsCopied] = useState(false);

  async function copy() {
    const isDone = await keepsakes.copy(codes.join('\n'));
    setIsCopied(isDone);
    if (isDone) announce(text(texts.codesCopied));
  }

  function download() {
    const head = text(texts.codesFile, { login, company });
    keepsakes.download(`${text(texts.codesFileName)}.txt`, `${head}\n\n${codes.join('\n')}\n`);
  }

  return (
    <SetupPage lead={text(texts.codesLead)} screen="recovery-codes" title={text(texts.codesTitle)}>
      <ul aria-label={text(texts.codes)} className={styles['codes']}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={styles['actions']}>
        <Button icon={isCopied ? 'check' : 'copy'} onPress={() => void copy()}>
          {text(texts.codesCopy)}
        </Button>
        <Button onPress={download}>{text(texts.codesDownload)}</Button>
      </div>
      <Button className={styles['go']} isLarge kind="primary" onPress={onContinue}>
        {text(pageTexts.continue)}
      </Button>
    </SetupPage>
  );
}
