import { accountIdWaitMachine } from '@vestibule/flows';
import { useActorRef } from '@xstate/react';
import { useState } from 'react';
import { readThisVisitor } from '../adapters/visitor.ts';
import { usePorts } from '../hooks/ports-context.ts';
import { type SignIn, useSignIn } from '../hooks/use-sign-in.ts';

/** Next to the set-up pages, and over their changes: waits until the client that was installed has its account. */
export function AccountIdWait() {
  const signIn = useSignIn();
  return signIn === null ? null : <Wait mode={signIn.mode} />;
}

function Wait({ mode }: Pick<SignIn, 'mode'>) {
  const ports = usePorts();
  const [{ browser }] = useState(readThisVisitor);
  useActorRef(accountIdWaitMachine, { input: { ports, mode, isEdge: browser === 'Edge' } });
  return null;
}
