import { adminInvitePersonCall } from '@vestibule/contracts';
import { useText } from '@vestibule/texts';
import { Button, type LostWindowProps } from '@vestibule/ui';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { useChange } from '../../hooks/use-change.ts';
import { addressOfPerson } from '../../parts/addresses.ts';
import { partTexts } from '../../parts/texts.ts';
import type { Invited } from '../person/invited-link.tsx';
import { ABOUT_PERSON } from '../person/use-person.ts';
import { AddForm } from './add-form.tsx';
import { Added } from './added.tsx';
import type { NewPerson } from './read-person.ts';
import { addPersonTexts as texts } from './texts.ts';

/** Adds a person, makes their link where one is wanted, says what comes next, and leads to their page. */
export function AddPerson({ onClose }: LostWindowProps) {
  const text = useText();
  const [, navigate] = useLocation();
  const [added, setAdded] = useState<{ readonly name: string; readonly personId: string } | null>(null);
  const [invited, setInvited] = useState<Invited | null>(null);
  const { carryOut, isBusy, problem } = useChange(adminInvitePersonCall, ABOUT_PERSON);

  async function invite({ displayName: name }: NewPerson, personId: string, isInviting: boolean) {
    setAdded({ name, personId });
    if (!isInviting) return;
    const outcome = await carryOut({ parameters: { personId } });
    if (!outcome.ok) return;
    const { link, expiresAt, isMailed, warnings } = outcome.body;
    if (link !== null && expiresAt !== null) setInvited({ link, expiresAt, isMailed, warnings });
  }

  return (
    <AddForm
      onAdded={(...what) => void invite(...what)}
      onClose={onClose}
      result={
        added && {
          title: text(texts.added, { name: added.name }),
          choices: (
            <>
              <Button kind="primary" onPress={() => navigate(addressOfPerson(added.personId))}>
                {text(texts.open, { name: added.name })}
              </Button>
              <Button kind="quiet" onPress={onClose}>
                {text(partTexts.done)}
              </Button>
            </>
          ),
          children: <Added invited={invited} isMakingLink={isBusy} name={added.name} problem={problem} />,
        }
      }
    />
  );
}
