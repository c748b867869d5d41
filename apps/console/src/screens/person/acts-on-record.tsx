import { ADMIN_ROLES, adminSetRoleCall, adminUpdatePersonCall } from '@vestibule/contracts';
import { useText } from '@vestibule/texts';
import { Button, TextField } from '@vestibule/ui';
import { useState } from 'react';
import { useChange } from '../../hooks/use-change.ts';
import { useAnnouncer } from '../../parts/announcer.tsx';
import { ChangeDialog } from '../../parts/change-dialog.tsx';
import { partTexts, roleTexts } from '../../parts/texts.ts';
import type { ActProps } from './act-props.ts';
import { PERSON_COMMANDS } from './commands.ts';
import styles from '../../parts/form.module.css';
import { actTexts as texts, personTexts } from './texts.ts';
import { ABOUT_PERSON, type Person } from './use-person.ts';

/** Gives a role, another one, or none. Its reach stays. */
export function RoleAct({ person, onClose }: ActProps) {
  const text = useText();
  const { tell } = useAnnouncer();
  const [chosen, setChosen] = useState<string>(person.role?.role ?? '');
  const role = ADMIN_ROLES.find((one) => one === chosen) ?? null;
  const name = person.displayName;
  return (
    <ChangeDialog
      call={adminSetRoleCall}
      command={PERSON_COMMANDS.role(person.login, role ?? 'none', role !== null && person.role?.reach === 'msp')}
      confirm={text(texts.roleSave)}
      input={{ parameters: { personId: person.id }, body: { role, reach: person.role?.reach ?? 'company' } }}
      makesOld={ABOUT_PERSON}
      onClose={onClose}
      onDone={() => {
        onClose();
        tell(text(texts.roleDone, { name }));
      }}
      title={text(texts.roleTitle, { name })}
    >
      <label>
        <span className={styles['label']}>{text(personTexts.role)}</span>
        <select className={styles['field']} onChange={({ target }) => setChosen(target.value)} value={chosen}>
          <option value="">{text(personTexts.noRole)}</option>
          {ADMIN_ROLES.map((one) => (
            <option key={one} value={one}>
              {text(roleTexts[one])}
            </option>
          ))}
        </select>
      </label>
    </ChangeDialog>
  );
}

/** Says in which groups a person is from now on. */
export function GroupsAct({ person, onClose }: ActProps) {
  const text = useText();
  const { tell } = useAnnouncer();
  const [typed, setTyped] = useState(person.groups.join(', '));
  const groups = [...new Set(typed.split(',').map((group) => group.trim()))].filter((group) => group !== '');
  const name = person.displayName;
  function done() {
    onClose();
    tell(text(texts.groupsDone, { name }), <UndoGroups person={person} />);
  }

  return (
    <ChangeDialog
      call={adminUpdatePersonCall}
      command={PERSON_COMMANDS.groups(person.login, groups)}
      confirm={text(texts.groupsSave)}
      input={{ parameters: { personId: person.id }, body: { groups } }}
      makesOld={ABOUT_PERSON}
      onClose={onClose}
      onDone={done}
      title={text(texts.changeGroups)}
    >
      <TextField autoComplete="off" label={text(texts.groupsField)} name="groups" onChange={setTyped} value={typed} />
    </ChangeDialog>
  );
}

/** The same call with the groups of before. */
function UndoGroups({ person }: { readonly person: Person }) {
  const text = useText();
  const { tell } = useAnnouncer();
  const { carryOut, isBusy } = useChange(adminUpdatePersonCall, ABOUT_PERSON);
  async function undo() {
    const outcome = await carryOut({ parameters: { personId: person.id }, body: { groups: [...person.groups] } });
    if (outcome.ok) tell(text(texts.groupsDone, { name: person.displayName }));
  }
  return (
    <Button isBusy={isBusy} onPress={() => void undo()}>
      {text(partTexts.undo)}
    </Button>
  );
}
