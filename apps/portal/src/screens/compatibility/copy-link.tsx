import { BASE_PATH } from '@vestibule/contracts';
import { useText } from '@vestibule/texts';
import { Button } from '@vestibule/ui';
import { useState } from 'react';
import { compatibilityTexts } from './texts.ts';

/** What a person opens in another browser: the check, with the sign-in that waits here. */
export function linkOfVisit(loginMarker: string | null): string {
  return `${location.origin}${BASE_PATH}/${loginMarker === null ? '' : `?login=${loginMarker}`}`;
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
