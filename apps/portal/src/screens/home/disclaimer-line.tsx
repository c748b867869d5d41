import type { CheckResult } from '@vestibule/contracts';
import { lazyPart } from '@vestibule/ui';
import { Suspense } from 'react';

const Disclaimer = lazyPart(async () => (await import('./disclaimer.tsx')).Disclaimer);

/** What the company has to say below the checks; loaded only where it says something. */
export function DisclaimerLine({ disclaimer }: Pick<CheckResult, 'disclaimer'>) {
  if (disclaimer === null) return null;
  return (
    <Suspense>
      <Disclaimer {...disclaimer} />
    </Suspense>
  );
}
