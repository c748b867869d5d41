import { useText } from '@vestibule/texts';
import { Button } from '@vestibule/ui';
import { shellTexts } from '@vestibule/web-shell';
import { useState } from 'react';
import { LicenceDialog, type LicenceText } from '../licence/licence-dialog.tsx';
import { licenceTexts } from '../licence/texts.ts';
import styles from './download-screen.module.css';
import { downloadTexts } from './texts.ts';

export interface LicenceProps {
  readonly licence: LicenceText;
  /** The company's; null where it has none, so that none is said to be accepted. */
  readonly privacyPolicy: string | null;
}

/** What a download agrees to, the agreement itself in a window. */
export function Licence({ licence, privacyPolicy }: LicenceProps) {
  const text = useText();
  const [isOpen, setIsOpen] = useState(false);
  const [isAccepted, setIsAccepted] = useState(false);
  const close = () => setIsOpen(false);
  return (
    <>
      <p className={styles['licence']}>
        {text(isAccepted ? downloadTexts.accepted : downloadTexts.byDownloading)}{' '}
        <Button kind="link" onPress={() => setIsOpen(true)}>
          {text(licenceTexts.title)}
        </Button>
        {privacyPolicy !== null && (
          <>
            {' · '}
            <a href={privacyPolicy}>{text(shellTexts.privacyPolicy)}</a>
          </>
        )}
      </p>
      <LicenceDialog
        isOpen={isOpen}
        licence={licence}
        onAccept={() => {
          setIsAccepted(true);
          close();
        }}
        onClose={close}
      />
    </>
  );
}
