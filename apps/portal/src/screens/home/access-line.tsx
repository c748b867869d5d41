import { useText } from '@vestibule/texts';
import { Button, lazyPart } from '@vestibule/ui';
import { Suspense, useState } from 'react';
import type { AskAccessProps } from '../support/ask-access.tsx';
import styles from './access-line.module.css';
import { homeTexts } from './texts.ts';

const AskAccess = lazyPart(async () => (await import('../support/ask-access.tsx')).AskAccess);

/** For somebody who cannot repair it now: one line until they want it, or until support has answered. */
export function AccessLine({ access }: { readonly access: AskAccessProps }) {
  const text = useText();
  const [isOpen, setIsOpen] = useState(false);
  if (!isOpen && access.state === 'open' && access.refusal === null) {
    return (
      <Button className={styles['link']} kind="link" onPress={() => setIsOpen(true)}>
        {text(homeTexts.askAccess)}
      </Button>
    );
  }
  return (
    <div className={styles['form']}>
      <Suspense>
        <AskAccess {...access} />
      </Suspense>
    </div>
  );
}
