import { noteAside } from '../../context/note-sign-in.ts';
import type { Caller } from '../../context/caller.ts';
import type { Origin, ServerContext } from '../../context/server-context.ts';
import { noteOpenSignIns, type SignInNote } from '../../repositories/sign-ins.ts';

type Step = SignInNote['steps'][number];

/** Notes something on the sign-ins of this browser that can still be answered: on which of them, the call does not say. */
export async function noteOpen(
  context: ServerContext,
  { correlationId }: Origin,
  { session, person }: Pick<Caller, 'session' | 'person'>,
  { step, ...note }: Pick<SignInNote, 'isFixAllowed' | 'isInstallAsked'> & { readonly step: Omit<Step, 'at'> },
): Promise<void> {
  const now = context.now();
  const open = { companyId: context.company.id, personId: person.id, webSessionId: session.id, now };
  const whole = { ...note, at: now, correlationId, steps: [{ ...step, at: now.toISOString() }] };
  await noteAside(context, () => noteOpenSignIns(context.database, open, whole));
}
