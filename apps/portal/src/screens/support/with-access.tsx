import { watchTemporaryAccessMachine } from '@vestibule/flows';
import { useActorRef, useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import type { SupportScreenProps } from './support-screen.tsx';
import { usePorts } from '../../hooks/ports-context.ts';
import { useAskAccess } from './use-ask-access.ts';
import { useReadBody } from '../../hooks/use-read.ts';
import type { SignIn } from '../../hooks/use-sign-in.ts';

export type AccessTold = Pick<SupportScreenProps, 'access' | 'callerNumber'>;

export const NOTHING_TOLD: AccessTold = { access: null, callerNumber: null };

interface WithAccessProps {
  readonly signIn: SignIn;
  readonly children: (told: AccessTold) => ReactNode;
}

/** Looks after leave and after the number for support, at once and then every few seconds; goes on when leave is given. */
export function WithAccess({ signIn: { loginMarker, mode }, children }: WithAccessProps) {
  const ports = usePorts();
  const first = useReadBody('temporaryAccessInfo', { query: loginMarker === null ? {} : { loginMarker } });
  const watch = useActorRef(watchTemporaryAccessMachine, { input: { ports, loginMarker, isSilent: true } });
  const watched = useSelector(watch, ({ context }) => context.info);
  const info = watched ?? first;
  const access = useAskAccess(info, loginMarker);
  return children({ access: mode === 'frontline' ? access : null, callerNumber: info?.caller?.number ?? null });
}
