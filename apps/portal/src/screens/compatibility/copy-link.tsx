import { ACCOUNT_PATHS, type PendingSignIn } from '@vestibule/contracts';
import { useText } from '@vestibule/texts';
import { Button } from '@vestibule/ui';
import { useState } from 'react';
import { compatibilityTexts } from './texts.ts';

/**
 * What a person opens in another browser: where the application begins, as the sign-in that waits here is this browser's.
 * Where that is not known, their own page, which leads to what they may open.
 */
export function linkForOtherBrowser(signIn: Pick<PendingSignIn, 'startUrl'> | null): string {
  return signIn?.startUrl ?? `${location.origin}${ACCOUNT_PATHS.sessionStatus}`;
}

export function CopyLink({ link }: { readonly link: string }) {
  const text = useText();
  const [isCopied, setIsCopied] = useState(false);
  async function copy() {
    try {
      await navigator.clipboard.writeText(link);
      setIsCopied(true);
    } catch {
      // Without the permission the address still stands in the address bar.
      setIsCopied(false);
    }
  }
  return (
    <Button icon={isCopied ? 'check' : 'copy'} onPress={() => void copy()}>
      {text(isCopied ? compatibilityTexts.copied : compatibilityTexts.copy)}
    </Button>
  );
}
