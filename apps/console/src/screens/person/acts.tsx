import {
  adminBlockPersonCall,
  adminEndSessionsCall,
  adminInvitePersonCall,
  adminResetFactorsCall,
} from '@vestibule/contracts';
import { useText } from '@vestibule/texts';
import { Button, TextField } from '@vestibule/ui';
import { useState } from 'react';
import { useAnnouncer } from '../../parts/announcer.tsx';
import { ChangeDialog } from '../../parts/change-dialog.tsx';
import { GroupsAct, RoleAct } from './acts-on-record.tsx';
import { PERSON_COMMANDS } from './commands.ts';
import { type Invited, InvitedLink } from './invited-link.tsx';
import { actTexts as texts } from './texts.ts';
import type { ActProps } from './act-props.ts';
import { ABOUT_PERSON } from './use-person.ts';

/** What an administrator may do about a person. */
export type Act = 'block' | 'unblock' | 'invite' | 'sign-out' | 'reset-factors' | 'role' | 'groups';

export interface PersonActProps extends ActProps {
  readonly act: Act;
  /** How many they have open. */
  readonly sessions: number;
}

/** The window of one act. */
export function PersonAct({ act, sessions, ...props }: PersonActProps) {
  switch (act) {
    case 'block':
    case 'unblock':
      return <BlockAct {...props} isBlocked={act === 'block'} />;
    case 'invite':
      return <InviteAct {...props} />;
    case 'sign-out':
      return <SignOutAct {...props} count={sessions} />;
    case 'reset-factors':
      return <ResetAct {...props} />;
    case 'role':
      return <RoleAct {...props} />;
    case 'groups':
      return <GroupsAct {...props} />;
    default:
      return act satisfies never;
  }
}

function BlockAct({ person, onClose, isBlocked }: ActProps & { readonly isBlocked: boolean }) {
  const text = useText();
  const { tell } = useAnnouncer();
  const [typed, setReason] = useState('');
  const reason = typed.trim();
  const name = person.displayName;
  const title = text(isBlocked ? texts.blockConfirm : texts.unblockConfirm, { name });
  return (
    <ChangeDialog
      call={adminBlockPersonCall}
      command={PERSON_COMMANDS[isBlocked ? 'block' : 'unblock'](person.login, reason)}
      confirm={title}
      input={reason === '' ? null : { parameters: { personId: person.id }, body: { isBlocked, reason } }}
      isGrave={isBlocked}
      {...(isBlocked && { lead: text(texts.blockLead, { name }) })}
      makesOld={ABOUT_PERSON}
      onClose={onClose}
      onDone={() => {
        onClose();
        tell(text(isBlocked ? texts.blockDone : texts.unblockDone, { name }));
      }}
      title={title}
    >
      <TextField autoComplete="off" label={text(texts.reason)} name="reason" onChange={setReason} value={typed} />
    </ChangeDialog>
  );
}

function SignOutAct({ person, onClose, count }: ActProps & { readonly count: number }) {
  const text = useText();
  const { tell } = useAnnouncer();
  const name = person.displayName;
  return (
    <ChangeDialog
      call={adminEndSessionsCall}
      command={PERSON_COMMANDS.signOut(person.login)}
      confirm={text(texts.signOutConfirm, { count })}
      input={{ parameters: { personId: person.id } }}
      isGrave
      lead={text(texts.signOutLead, { name })}
      makesOld={ABOUT_PERSON}
      onClose={onClose}
      onDone={() => {
        onClose();
        tell(text(texts.signOutDone, { name }));
      }}
      title={text(texts.signOutTitle, { count, name })}
    />
  );
}

function ResetAct({ person, onClose }: ActProps) {
  const text = useText();
  const { tell } = useAnnouncer();
  const name = person.displayName;
  const count = person.secondFactors.length;
  return (
    <ChangeDialog
      call={adminResetFactorsCall}
      command={PERSON_COMMANDS.resetFactors(person.login)}
      confirm={text(texts.resetConfirm, { count })}
      input={{ parameters: { personId: person.id } }}
      isGrave
      lead={text(texts.resetLead, { name })}
      makesOld={ABOUT_PERSON}
      onClose={onClose}
      onDone={() => {
        onClose();
        tell(text(texts.resetDone, { name }));
      }}
      title={text(texts.resetTitle, { count, name })}
      typed={person.login}
    />
  );
}

function InviteAct({ person, onClose }: ActProps) {
  const text = useText();
  const [invited, setInvited] = useState<Invited | null>(null);
  const name = person.displayName;
  return (
    <ChangeDialog
      call={adminInvitePersonCall}
      command={PERSON_COMMANDS.invite(person.login)}
      confirm={text(texts.inviteConfirm)}
      input={{ parameters: { personId: person.id } }}
      makesOld={ABOUT_PERSON}
      onClose={onClose}
      onDone={({ link, expiresAt, isMailed, warnings }) => {
        if (link !== null && expiresAt !== null) setInvited({ link, expiresAt, isMailed, warnings });
      }}
      result={
        invited && {
          title: text(texts.invited, { name }),
          choices: <Button onPress={onClose}>{text(texts.done)}</Button>,
          children: <InvitedLink invited={invited} name={name} />,
        }
      }
      title={`${text(texts.invite)}: ${name}`}
    />
  );
}
