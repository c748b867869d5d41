import type { LostWindowProps } from '@vestibule/ui';
import { useState } from 'react';
import { adminInvitePersonCall } from '@vestibule/contracts';
import { useChange } from '../../hooks/use-change.ts';
import type { Invited } from '../person/invited-link.tsx';
import { ABOUT_PERSON } from '../person/use-person.ts';
import { AddForm } from './add-form.tsx';
import { AddedWindow } from './added-window.tsx';
import type { NewPerson } from './read-person.ts';

/** Adds a person, makes their link where one is wanted, and says what comes next. */
export function AddPerson({ onClose }: LostWindowProps) {
  const [added, setAdded] = useState<{ readonly name: string; readonly personId: string } | null>(null);
  const [invited, setInvited] = useState<Invited | null>(null);
  const invitation = useChange(adminInvitePersonCall, ABOUT_PERSON);

  async function invite({ displayName: name }: NewPerson, personId: string, isInviting: boolean) {
    setAdded({ name, personId });
    if (!isInviting) return;
    const outcome = await invitation.carryOut({ parameters: { personId } });
    if (!outcome.ok) return;
    const { link, expiresAt, isMailed, warnings } = outcome.body;
    if (link !== null && expiresAt !== null) setInvited({ link, expiresAt, isMailed, warnings });
  }

  if (added === null) return <AddForm onAdded={(...what) => void invite(...what)} onClose={onClose} />;
  return (
    <AddedWindow {...added} {...{ invited, onClose }} isMakingLink={invitation.isBusy} problem={invitation.problem} />
  );
}
