import { adminAddApplicationCall, adminApplicationsCall, adminFirstStepsCall } from '@vestibule/contracts';
import { useText } from '@vestibule/texts';
import { Button, type LostWindowProps } from '@vestibule/ui';
import { useRef, useState } from 'react';
import { ChangeDialog } from '../../parts/change-dialog.tsx';
import { partTexts } from '../../parts/texts.ts';
import { ApplicationFields } from './application-fields.tsx';
import { APPLICATION_COMMANDS } from './commands.ts';
import { type Field, fieldsOf, NOTHING_TYPED, readApplication, type Source } from './read-application.ts';
import { addApplicationTexts as texts } from './texts.ts';
import { ToEnter } from './to-enter.tsx';

interface Added {
  readonly name: string;
  readonly clientId: string | null;
  readonly clientSecret: string | null;
}

/** Adds a work application, and says what to enter there. */
export function AddApplication({ onClose }: LostWindowProps) {
  const text = useText();
  const [source, setSource] = useState<Source>('saml-metadata-url');
  const [typed, setTyped] = useState(NOTHING_TYPED);
  const [left, setLeft] = useState<readonly Field[]>([]);
  const [added, setAdded] = useState<Added | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const { application, wrong } = readApplication(source, typed);

  function onIncomplete() {
    setLeft(fieldsOf(source));
    box.current?.querySelector<HTMLElement>(`[name="${wrong[0]}"]`)?.focus();
  }

  return (
    <ChangeDialog
      call={adminAddApplicationCall}
      command={application === null ? '' : APPLICATION_COMMANDS.add(application)}
      confirm={text(texts.confirm, { name: application?.name ?? '' })}
      fields={{ onIncomplete, onRefused: () => undefined, isRefusalSaid: false }}
      input={application === null ? null : { body: application }}
      makesOld={[adminApplicationsCall, adminFirstStepsCall]}
      onClose={onClose}
      onDone={({ clientId, clientSecret }) => setAdded({ name: typed.name.trim(), clientId, clientSecret })}
      result={
        added && {
          title: text(texts.added, { name: added.name }),
          choices: (
            <Button kind="primary" onPress={onClose}>
              {text(partTexts.done)}
            </Button>
          ),
          children: <ToEnter {...added} isOpenIdConnect={source === 'oidc'} />,
        }
      }
      title={text(texts.title)}
    >
      <ApplicationFields
        box={box}
        onChange={(field, value) => setTyped((before) => ({ ...before, [field]: value }))}
        onLeave={(field) => setLeft((before) => [...before, field])}
        onSource={(chosen) => {
          setSource(chosen);
          setLeft([]);
        }}
        source={source}
        typed={typed}
        wrong={wrong.filter((field) => left.includes(field))}
      />
    </ChangeDialog>
  );
}
