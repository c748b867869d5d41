import { signInOptionsCall } from '@vestibule/contracts';
import { useCallback, useEffect, useRef } from 'react';
import { type Arrival, markerOf } from '../../app/arrival.ts';
import { useCompany } from '../../app/company-context.ts';
import { safeTarget } from '../../app/continue-to.ts';
import { usePorts } from '../../app/ports-context.ts';
import { useLookAgain } from '../../app/use-look-again.ts';

/**
 * Goes on with the sign-in of this tab where the browser is signed in already, from another tab. When the page is shown, that
 * is so where an application waits and nothing sent the person here with a reason; afterwards, where it was not so before.
 */
export function useGoOn(arrival: Arrival): void {
  const { server, navigation, returns } = usePorts();
  const company = useCompany();
  const continueTo = company?.continueTo ?? null;
  const { loginMarker, reason, isSignedOut } = arrival;
  const isDue = loginMarker !== null && reason === null && !isSignedOut;
  const wasSignedIn = useRef<boolean | null>(null);

  const goOn = useCallback(
    (to: string) => {
      const target = safeTarget(to, navigation.origin);
      if (target === null) return;
      const back = loginMarker === null ? returns.take() : null;
      navigation.leaveInstead(back ?? target);
    },
    [navigation, returns, loginMarker],
  );
  useEffect(() => {
    if (company === null || wasSignedIn.current !== null) return;
    wasSignedIn.current = continueTo !== null;
    if (continueTo !== null && isDue) goOn(continueTo);
  }, [company, continueTo, isDue, goOn]);

  const look = useCallback(async () => {
    const outcome = await server.ask(signInOptionsCall, { query: markerOf({ loginMarker }) });
    if (!outcome.ok) return;
    const isNew = wasSignedIn.current === false;
    wasSignedIn.current = outcome.body.continueTo !== null;
    if (isNew && outcome.body.continueTo !== null) goOn(outcome.body.continueTo);
  }, [server, loginMarker, goOn]);
  useLookAgain(look);
}
