import {
  adminApproveDeviceCall,
  adminBlockDeviceCall,
  adminRenameDeviceCall,
  adminRetireDeviceCall,
} from '@vestibule/contracts';
import { useText } from '@vestibule/texts';
import { TextField } from '@vestibule/ui';
import { type ReactNode, useState } from 'react';
import { useAnnouncer } from '../../parts/announcer.tsx';
import { ChangeDialog } from '../../parts/change-dialog.tsx';
import { shownName } from '../../parts/shown-name.ts';
import { Undo } from '../../parts/undo.tsx';
import { COMPUTER_COMMANDS } from './commands.ts';
import { computerActTexts as texts } from './texts.ts';
import { ABOUT_COMPUTER, type Computer } from './use-computer.ts';

/** What may be done to a computer. */
export type Act = 'approve' | 'block' | 'unblock' | 'label' | 'retire';

export interface ComputerActProps {
  readonly computer: Pick<Computer, 'id' | 'label' | 'name'>;
  readonly onClose: () => void;
}

/** The window of one act. */
export function ComputerAct({ act, ...props }: ComputerActProps & { readonly act: Act }) {
  switch (act) {
    case 'approve':
      return <ApproveAct {...props} />;
    case 'block':
    case 'unblock':
      return <BlockAct {...props} isBlocked={act === 'block'} />;
    case 'label':
      return <LabelAct {...props} />;
    case 'retire':
      return <RetireAct {...props} />;
    default:
      return act satisfies never;
  }
}

/** Says what was done when the window is closed, with what takes it back. */
function useDone(onClose: () => void) {
  const { tell } = useAnnouncer();
  return (sentence: string, undo?: ReactNode) => {
    onClose();
    tell(sentence, undo);
  };
}

function ApproveAct({ computer, onClose }: ComputerActProps) {
  const text = useText();
  const done = useDone(onClose);
  const name = shownName(computer);
  return (
    <ChangeDialog
      call={adminApproveDeviceCall}
      command={COMPUTER_COMMANDS.approve(computer.id)}
      confirm={text(texts.approveTitle, { name })}
      input={{ parameters: { id: computer.id } }}
      lead={text(texts.approveLead)}
      makesOld={ABOUT_COMPUTER}
      onClose={onClose}
      onDone={() => done(text(texts.approveDone, { name }))}
      title={text(texts.approveTitle, { name })}
    />
  );
}

function BlockAct({ computer, onClose, isBlocked }: ComputerActProps & { readonly isBlocked: boolean }) {
  const text = useText();
  const done = useDone(onClose);
  const [typed, setReason] = useState('');
  const reason = typed.trim();
  const name = shownName(computer);
  const parameters = { id: computer.id };
  const title = text(isBlocked ? texts.blockTitle : texts.unblockTitle, { name });
  const undo = (
    <Undo
      call={adminBlockDeviceCall}
      makesOld={ABOUT_COMPUTER}
      input={{ parameters, body: { isBlocked: !isBlocked, reason } }}
      said={text(isBlocked ? texts.unblockDone : texts.blockDone, { name })}
    />
  );
  return (
    <ChangeDialog
      call={adminBlockDeviceCall}
      command={COMPUTER_COMMANDS[isBlocked ? 'block' : 'unblock'](computer.id, reason)}
      confirm={title}
      input={reason === '' ? null : { parameters, body: { isBlocked, reason } }}
      isGrave={isBlocked}
      {...(isBlocked && { lead: text(texts.blockLead) })}
      makesOld={ABOUT_COMPUTER}
      onClose={onClose}
      onDone={() => done(text(isBlocked ? texts.blockDone : texts.unblockDone, { name }), undo)}
      title={title}
    >
      <TextField autoComplete="off" label={text(texts.reason)} name="reason" onChange={setReason} value={typed} />
    </ChangeDialog>
  );
}

function LabelAct({ computer, onClose }: ComputerActProps) {
  const text = useText();
  const done = useDone(onClose);
  const [typed, setLabel] = useState(computer.label ?? '');
  const label = typed.trim() === '' ? null : typed.trim();
  const parameters = { id: computer.id };
  const undo = (
    <Undo
      call={adminRenameDeviceCall}
      makesOld={ABOUT_COMPUTER}
      input={{ parameters, body: { label: computer.label } }}
      said={text(texts.labelDone, { label: computer.label ?? computer.name })}
    />
  );
  return (
    <ChangeDialog
      call={adminRenameDeviceCall}
      command={COMPUTER_COMMANDS.rename(computer.id, label ?? '')}
      confirm={text(texts.labelSave)}
      input={{ parameters, body: { label } }}
      makesOld={ABOUT_COMPUTER}
      onClose={onClose}
      onDone={() => done(text(texts.labelDone, { label: label ?? computer.name }), undo)}
      title={text(texts.labelTitle, { name: computer.name })}
    >
      <TextField autoComplete="off" label={text(texts.labelField)} name="label" onChange={setLabel} value={typed} />
    </ChangeDialog>
  );
}

function RetireAct({ computer, onClose }: ComputerActProps) {
  const text = useText();
  const done = useDone(onClose);
  const name = shownName(computer);
  return (
    <ChangeDialog
      call={adminRetireDeviceCall}
      command={COMPUTER_COMMANDS.retire(computer.id)}
      confirm={text(texts.retireTitle, { name })}
      input={{ parameters: { id: computer.id } }}
      isGrave
      lead={text(texts.retireLead)}
      makesOld={ABOUT_COMPUTER}
      onClose={onClose}
      onDone={() => done(text(texts.retireDone, { name }))}
      title={text(texts.retireTitle, { name })}
      typed={name}
    />
  );
}
