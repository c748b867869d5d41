import { setTimeout as sleep } from 'node:timers/promises';
import type { AdminClient } from '@vestibule/command-line';
import { askTemporaryAccessCall, samlResponseV1Call } from '@vestibule/contracts';
import { goOn, type Person, type Place } from '../../../bench/src/load/sign-in.ts';
import type { Computer } from './computer.ts';
import type { Member } from './staff.ts';
import type { Visitor } from './visitor.ts';

/** How long someone looks at a fix before it is done. */
const FIX_MS = 8_000;
const ACCESS_HOURS = 8;

/** Someone whose computer keeps them out, and the sign-in that waits. */
interface KeptOut {
  readonly member: Member;
  readonly personId: string;
  readonly person: Person & { readonly device: Computer };
  readonly visitor: Visitor;
  readonly marker: string;
  readonly place: Place;
  readonly ask: AdminClient['ask'];
}

/** What they do about it, where the trial has them do something. */
export async function endFirstDay({ member, personId, person, visitor, marker, place, ask }: KeptOut): Promise<void> {
  const { firstDay } = member;
  if (firstDay === undefined) return;
  if (firstDay.does === 'fix') {
    await sleep(FIX_MS);
    person.device.mend();
    await goOn(person, place, marker, null);
    return;
  }
  await visitor.ask(askTemporaryAccessCall.path, { reason: firstDay.reason, loginMarker: marker });
  if (firstDay.does === 'ask') return;
  await ask('adminGrantAccess', { body: { personId, hours: ACCESS_HOURS, reason: firstDay.because } });
  await visitor.ask(`${samlResponseV1Call.path}?loginMarker=${marker}`);
}
