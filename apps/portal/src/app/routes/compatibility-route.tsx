import { BASE_PATH } from '@vestibule/contracts';
import { type CompatibilitySettings, judgeCompatibility, type Visitor } from '@vestibule/policy';
import { useEffect, useState } from 'react';
import { readThisVisitor, readThisVisitorWell } from '../../adapters/visitor.ts';
import { CompatibilityScreen } from '../../screens/compatibility/compatibility-screen.tsx';
import { useDestinations } from '../use-destinations.ts';
import { usePageInfo } from '../use-page-info.ts';
import { useReadBody } from '../use-read.ts';
import type { SignIn } from '../use-sign-in.ts';
import { WithSignIn } from '../with-sign-in.tsx';

export function CompatibilityRoute() {
  return <WithSignIn>{(signIn) => <CompatibilityPage signIn={signIn} />}</WithSignIn>;
}

function CompatibilityPage({ signIn: { loginMarker, mode } }: { readonly signIn: SignIn }) {
  const header = usePageInfo();
  const visitor = useVisitor();
  const { helpArticle } = useDestinations();
  const supportedVersions = useReadBody('supportedVersions', {});
  const company = useReadBody('companySettings', {});
  const support = useReadBody('publicSupportInfo', {});
  const requirement = useReadBody('softwareInstallationRequirement', {});
  const settings: CompatibilitySettings = {
    supportedVersions,
    mode,
    sessionType: company?.sessionType ?? 'Unknown',
  };
  const helpCenter = support?.helpCenterUrl ?? '';
  return (
    <CompatibilityScreen
      compatibility={judgeCompatibility(visitor, settings)}
      header={header}
      helpCenterHref={helpCenter === '' ? helpArticle('all') : helpCenter}
      link={`${location.origin}${BASE_PATH}/${loginMarker === null ? '' : `?login=${loginMarker}`}`}
      mobileHref={visitor.system === 'mobile' ? (requirement?.deviceComplianceCheckMobileUrl ?? null) : null}
      settings={settings}
      visitor={visitor}
    />
  );
}

/** First what the user agent says, then what the browser tells when it is asked. */
function useVisitor(): Visitor {
  const [visitor, setVisitor] = useState(readThisVisitor);
  useEffect(() => {
    let isCurrent = true;
    async function read() {
      const known = await readThisVisitorWell();
      if (isCurrent) setVisitor(known);
    }
    void read();
    return () => {
      isCurrent = false;
    };
  }, []);
  return visitor;
}
