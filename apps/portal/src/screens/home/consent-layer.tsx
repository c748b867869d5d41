import { lazyPart, LostWindow } from '@vestibule/ui';
import { Suspense, useState } from 'react';
import type { DemoConsentProps } from '../home-consent/demo-consent.tsx';

const DemoConsent = lazyPart(async () => (await import('../home-consent/demo-consent.tsx')).DemoConsent, LostConsent);

function LostConsent({ isOpen, onDecline }: DemoConsentProps) {
  return <LostWindow isOpen={isOpen} onClose={onDecline} />;
}

export interface ConsentLayerProps extends Omit<DemoConsentProps, 'kind' | 'isOpen'> {
  /** Null: nothing is asked. */
  readonly asked: DemoConsentProps['kind'] | null;
}

/** Loads the question of a trial when it comes first, and keeps the last one while it fades out. */
export function ConsentLayer({ asked, ...rest }: ConsentLayerProps) {
  const [last, setLast] = useState(asked);
  if (asked !== null && asked !== last) setLast(asked);
  if (last === null) return null;
  return (
    <Suspense>
      <DemoConsent {...rest} isOpen={asked !== null} kind={last} />
    </Suspense>
  );
}
