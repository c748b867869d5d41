import { downloadMachine, selectDownloadView } from '@vestibule/flows';
import { useActorRef, useSelector } from '@xstate/react';
import { DownloadScreen } from './download-screen.tsx';
import { addressOf } from '../../hooks/go-to.ts';
import { usePorts } from '../../hooks/ports-context.ts';
import { useRoute } from '../../hooks/route-context.ts';
import { useLicence } from '../licence/use-licence.ts';
import { useOpenGate } from '../../hooks/use-open-gate.ts';
import { usePageInfo } from '../page/use-page-info.ts';
import { useReadBody } from '../../hooks/use-read.ts';
import { useSetUp } from '../set-up/use-set-up.ts';
import type { SignIn } from '../../hooks/use-sign-in.ts';
import { WithSignIn } from '../waiting/with-sign-in.tsx';

export function DownloadRoute() {
  return <WithSignIn>{(signIn) => <Download isUpdater={false} signIn={signIn} />}</WithSignIn>;
}

/** The Windows updater. */
export function UpdaterRoute() {
  return <WithSignIn>{(signIn) => <Download isUpdater signIn={signIn} />}</WithSignIn>;
}

function Download({ isUpdater, signIn }: { readonly isUpdater: boolean; readonly signIn: SignIn }) {
  const ports = usePorts();
  useOpenGate();
  const header = usePageInfo();
  const { system, isSafari, isFirefox, isEdge } = useSetUp();
  const input = { ports, mode: signIn.mode, isUpdater, isSafari, isFirefox, isEdge };
  const actor = useActorRef(downloadMachine, { input });
  const view = useSelector(actor, selectDownloadView);
  const skipHref = useSkipHref(signIn);
  const licence = useLicence({ kind: 'eula' });
  return (
    <DownloadScreen
      header={header}
      isSafari={isSafari}
      isUpdater={isUpdater}
      licence={licence}
      onDownload={() => actor.send({ type: 'user.download' })}
      onDownloadAgent={() => actor.send({ type: 'user.download-agent' })}
      skipHref={isUpdater ? null : skipHref}
      system={isUpdater ? 'windows' : system}
      view={view}
    />
  );
}

/**
 * Skipping is offered only when the mode is not onboarding and the policy is not Strict (specification, section 5); and not
 * where the company has switched it off, since it would lead nowhere.
 */
function useSkipHref({ mode, pending }: SignIn): string | null {
  const { path } = useRoute();
  const company = useReadBody('companySettings', {});
  const policy = pending?.workplaceAccessPolicy ?? company?.workplaceAccessPolicy ?? 'Strict';
  const isOnboarding = mode === 'onboarding' || mode === 'onboarding-v3';
  const isOff = company?.isSkippingOffered === false;
  return isOnboarding || policy === 'Strict' || isOff ? null : addressOf('/skip-installation', path);
}
