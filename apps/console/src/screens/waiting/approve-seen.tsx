import { adminApproveSeenDevicesCall, type SeenDevice } from '@vestibule/contracts';
import { useText } from '@vestibule/texts';
import { useAnnouncer } from '../../parts/announcer.tsx';
import { ChangeDialog } from '../../parts/change-dialog.tsx';
import { WAITING_COMMANDS } from './commands.ts';
import { answerTexts as texts } from './texts.ts';
import { ABOUT_WAITING } from './use-waiting.ts';
import styles from './waiting.module.css';

/** Approves all that were seen while the gate only reported; who they are is shown first. */
export function ApproveSeenAct({ onClose }: { readonly onClose: () => void }) {
  const text = useText();
  const { tell } = useAnnouncer();
  return (
    <ChangeDialog
      call={adminApproveSeenDevicesCall}
      command={WAITING_COMMANDS.approveSeen()}
      confirm={({ devices }) => text(texts.seenConfirm, { count: devices.length })}
      renderDetails={({ devices }) => <Seen devices={devices} />}
      input={{}}
      lead={text(texts.seenLead)}
      makesOld={ABOUT_WAITING}
      onClose={onClose}
      onDone={({ devices }) => {
        onClose();
        tell(text(texts.seenDone, { count: devices.length }));
      }}
      title={text(texts.seenTitle)}
    />
  );
}

function Seen({ devices }: { readonly devices: readonly SeenDevice[] }) {
  return (
    <ul className={styles['seen']}>
      {devices.map(({ id, name, login, operatingSystem }) => (
        <li key={id}>
          <bdi>{name}</bdi>
          <bdi className={styles['detail']}>{[login ?? '–', operatingSystem].join(', ')}</bdi>
        </li>
      ))}
    </ul>
  );
}
