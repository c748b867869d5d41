import { acceptInvitationCall, type CallBody, invitationPasskeyOptionsCall } from '@vestibule/contracts';
import type { Outcome, Problem } from '../../adapters/outcome.ts';
import { usePorts } from '../../app/ports-context.ts';
import { useTask } from '../../app/use-task.ts';

/** The account is there, and the person is signed in. */
export type Accepted = CallBody<typeof acceptInvitationCall>;

/** How the person will sign in. */
export type Secret = { readonly kind: 'password'; readonly password: string } | { readonly kind: 'passkey' };

export interface AcceptInvitation {
  readonly isBusy: boolean;
  readonly problem: Problem | null;
  readonly accept: (displayName: string, secret: Secret) => void;
}

/** Accepts an invitation, with a passkey that is made on the way where one is wanted. */
export function useAcceptInvitation(
  token: string,
  onAccepted: (accepted: Accepted) => Problem | 'leaving' | void,
): AcceptInvitation {
  const { server, passkeys } = usePorts();
  const { isBusy, problem, run } = useTask();

  async function send(displayName: string, secret: Secret): Promise<Outcome<Accepted>> {
    const body = { token, displayName, isEulaAccepted: true as const };
    if (secret.kind === 'password') return server.ask(acceptInvitationCall, { body: { ...body, secret } });
    const options = await server.ask(invitationPasskeyOptionsCall, { body: { token, displayName } });
    if (!options.ok) return options;
    const made = await passkeys.create(options.body);
    if (!made.ok) return made;
    return server.ask(acceptInvitationCall, { body: { ...body, secret: { kind: 'passkey', response: made.body } } });
  }

  return {
    isBusy,
    problem,
    accept: (displayName, secret) => void run(() => send(displayName, secret), onAccepted),
  };
}
