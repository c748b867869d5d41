import type { CheckResult } from '@vestibule/contracts';
import { lazyPart, LostPart } from '@vestibule/ui';
import { Suspense } from 'react';
import type { DisclaimerProps } from './disclaimer.tsx';

const Disclaimer = lazyPart<DisclaimerProps>(async () => (await import('./disclaimer.tsx')).Disclaimer, LostPart);

/** What the company has to say below the checks; loaded only where it says something. */
export function DisclaimerLine({ disclaimer }: Pick<CheckResult, 'disclaimer'>) {
  if (disclaimer === null) return null;
  return (
    <Suspense>
      <Disclaimer {...disclaimer} />
    </Suspense>
  );
}
