import { downloadStartMachine, selectDownloadStartView } from '@vestibule/flows';
import { useActorRef, useSelector } from '@xstate/react';
import { useState } from 'react';
import { DownloadStartScreen } from './download-start-screen.tsx';
import { usePorts } from '../../hooks/ports-context.ts';
import { useOpenGate } from '../../hooks/use-open-gate.ts';
import { usePageInfo } from '../page/use-page-info.ts';
import { useSetUp } from '../set-up/use-set-up.ts';
import type { SignIn } from '../../hooks/use-sign-in.ts';
import { WithSignIn } from '../waiting/with-sign-in.tsx';

export function DownloadStartRoute() {
  return <WithSignIn>{(signIn) => <DownloadStart signIn={signIn} />}</WithSignIn>;
}

function DownloadStart({ signIn: { mode } }: { readonly signIn: SignIn }) {
  const ports = usePorts();
  useOpenGate();
  const header = usePageInfo();
  const { system, isSafari, isFirefox, isEdge } = useSetUp();
  const [download] = useState(() => ports.memory.read('downloadParameters'));
  const [isWithoutExtension] = useState(() => isEdge && !ports.client.isExtensionPresent());
  const actor = useActorRef(downloadStartMachine, { input: { ports, mode, isSafari, isFirefox } });
  const view = useSelector(actor, selectDownloadStartView);
  return (
    <DownloadStartScreen
      fileName={nameOf(download?.url ?? '')}
      hasStarted={download !== null}
      header={header}
      isWithoutExtension={isWithoutExtension}
      onChoose={(choice) => actor.send({ type: 'user.choose', choice })}
      onContinue={() => actor.send({ type: 'user.continue' })}
      onRestart={() => actor.send({ type: 'user.restart' })}
      system={system}
      view={view}
    />
  );
}

/** The last part of an address, as the browser names the file. */
function nameOf(address: string): string | null {
  const name = URL.canParse(address) ? new URL(address).pathname.split('/').at(-1) : undefined;
  if (name === undefined || name === '') return null;
  try {
    return decodeURIComponent(name);
  } catch {
    // A percent sign that stands for itself.
    return name;
  }
}
