import { compatibilityLookMachine, selectCompatibilityLook } from '@vestibule/flows';
import { type CompatibilitySettings, judgeCompatibility } from '@vestibule/policy';
import { useActorRef, useSelector } from '@xstate/react';
import { useState } from 'react';
import { callsItselfComputer, readThisVisitor, readThisVisitorWell } from '../../adapters/visitor.ts';
import { CompatibilityScreen } from './compatibility-screen.tsx';
import { linkForOtherBrowser } from './copy-link.tsx';
import { findLoginMarker, namesSignIn } from '../../hooks/login-marker.ts';
import { usePorts } from '../../hooks/ports-context.ts';
import { useDestinations } from '../../hooks/use-destinations.ts';
import { useOpenGate } from '../../hooks/use-open-gate.ts';
import { usePageInfo } from '../page/use-page-info.ts';
import { useRead, useReadBody } from '../../hooks/use-read.ts';
import { useReturn } from '../../hooks/use-return.ts';
import { WaitingPage } from '../waiting/waiting-page.tsx';

/** Says what is supported, looks again by itself, and goes on when this computer is supported after all. */
export function CompatibilityRoute() {
  const ports = usePorts();
  useOpenGate();
  const [loginMarker] = useState(() => findLoginMarker(location.search, ports.memory));
  const [visitorNow] = useState(readThisVisitor);
  const [modeNow] = useState(() => ports.memory.read('checkInfo')?.mode ?? 'frontline');
  const actor = useActorRef(compatibilityLookMachine, {
    input: {
      ports,
      loginMarker,
      isMarkerRemembered: !namesSignIn(location.search),
      readVisitor: readThisVisitorWell,
    },
  });
  const { seen, hasLooked, isLooking } = useSelector(actor, selectCompatibilityLook);
  useReturn(() => actor.send({ type: 'page.back' }));
  const header = usePageInfo({ settings: seen?.start.settings ?? null, pending: null, result: null });
  const { helpArticle } = useDestinations();
  const support = useReadBody('publicSupportInfo', {});
  const requirement = useRead('softwareInstallationRequirement', {});
  const visitor = seen?.visitor ?? visitorNow;
  const isMobile = visitor.system === 'mobile';
  const unsupported = seen?.start.pending?.unsupportedSystems;
  // Whether a phone stops here or goes on is said at once, and not taken back.
  const isWayKnown = !isMobile || unsupported !== undefined || requirement !== null;
  if (!hasLooked || !isWayKnown) return <WaitingPage for="supported-versions" />;
  const settings: CompatibilitySettings = {
    supportedVersions: seen?.start.supportedVersions ?? null,
    mode: seen?.start.mode ?? modeNow,
    sessionType: seen?.start.online?.sessionType ?? 'Unknown',
  };
  const companyUrl = requirement?.kind === 'answer' ? requirement.body.deviceComplianceCheckMobileUrl : null;
  const mobileUrl = unsupported === undefined ? companyUrl : unsupported.mobileUrl;
  const provider = unsupported?.provider ?? null;
  const helpCenter = support?.helpCenterUrl ?? '';
  return (
    <CompatibilityScreen
      compatibility={judgeCompatibility(visitor, settings)}
      header={header}
      helpCenterHref={helpCenter === '' ? helpArticle('all') : helpCenter}
      isLooking={isLooking}
      link={linkForOtherBrowser(seen?.start.pending ?? ports.memory.read('pageInfo'))}
      mobileHref={isMobile ? mobileUrl : null}
      provider={
        isMobile && provider !== null
          ? { ...provider, hasRefused: unsupported?.answer === 'refused', needsMobileSite: callsItselfComputer() }
          : null
      }
      onTryAgain={() => actor.send({ type: 'user.try-again' })}
      settings={settings}
      visitor={visitor}
    />
  );
}
