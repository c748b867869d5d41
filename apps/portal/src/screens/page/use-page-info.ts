import type { CheckResult, PendingSignIn, Settings } from '@vestibule/contracts';
import type { Remembered } from '@vestibule/flows';
import { useEffect, useState } from 'react';
import { readThisVisitor } from '../../adapters/visitor.ts';
import type { PageInfo } from './page-info.ts';
import { describeBrowser } from './describe-browser.ts';
import { usePorts } from '../../hooks/ports-context.ts';
import { useRoute } from '../../hooks/route-context.ts';
import { type Destinations, useDestinations } from '../../hooks/use-destinations.ts';
import { useReadBody } from '../../hooks/use-read.ts';

export interface Known {
  readonly settings: Settings | null;
  readonly result: CheckResult | null;
  readonly pending: PendingSignIn | null;
}

const NOTHING: Known = { settings: null, result: null, pending: null };

/** What every screen shows around its own content. Fills in as it becomes known; failures are silent. */
export function usePageInfo({ settings, result }: Known = NOTHING): PageInfo {
  const { memory, server } = usePorts();
  const { isStatusPage } = useRoute();
  const info = useReadBody('publicSupportInfo', {});
  const company = useReadBody('companySettings', {});
  const destinations = useDestinations();
  const [today] = useState(() => new Date().toLocaleDateString('sv'));
  const [before] = useState(() => memory.read('complianceInfo'));
  const [codeBefore] = useState(() => memory.read('supportCode'));
  const sessionCode = settings?.displaySessionId ?? codeBefore;
  useEffect(() => {
    if (result !== null) memory.write('complianceInfo', complianceInfoOf(result));
  }, [memory, result]);
  useEffect(() => {
    if (sessionCode !== null && !isStatusPage) memory.write('supportCode', sessionCode);
  }, [memory, sessionCode, isStatusPage]);
  return {
    companyName: settings?.company.displayName ?? info?.companyName ?? '',
    userName: settings?.user.displayName ?? '',
    logoUrl: settings?.company.logoUrl ?? company?.theme.companyLogoUrl ?? null,
    productName: nameIn(settings?.productName) ?? nameIn(info?.productName) ?? 'Workplace',
    computer: computerOf(result === null ? before : complianceInfoOf(result)),
    client:
      result === null ? null : { version: result.clientVersion, isUpToDate: result.deviceData.isClientVersionUpToDate },
    // The code finds this very attempt in the server's log, and so the person: not on the status page. Where no one has
    // answered yet it is the tab's own, which the first call that arrives tells the server.
    supportCode: isStatusPage ? null : (sessionCode ?? server.tabCode),
    supportPhone: info?.phone ?? '',
    supportHours: info?.phoneHours ?? '',
    today,
    links: linksOf(destinations, company?.privacyPolicyUrl ?? null, company?.helpArticleUrl ?? null),
  };
}

/** Null for one that no one could read. */
function nameIn(said: string | undefined): string | null {
  return said === undefined || said.trim() === '' ? null : said;
}

type ComplianceInfo = Remembered['complianceInfo'];

function complianceInfoOf({ deviceName, deviceLoginName, osVersionCaption, deviceType }: CheckResult): ComplianceInfo {
  return { deviceName, deviceAccountName: deviceLoginName, osVersionCaption, deviceType };
}

function computerOf(info: ComplianceInfo | null): PageInfo['computer'] {
  if (info === null) return null;
  return {
    name: info.deviceName,
    systemAndBrowser: `${info.osVersionCaption} · ${describeBrowser(readThisVisitor())}`,
    isLaptop: info.deviceType === 0,
  };
}

/** A company may have articles of its own: `{article}` in their address is the name of one. */
function linksOf(
  { support, whatWeRead, download, helpArticle }: Destinations,
  privacyPolicy: string | null,
  helpArticleUrl: string | null,
): PageInfo['links'] {
  return {
    support,
    whatWeRead,
    privacyPolicy,
    download,
    helpArticle:
      helpArticleUrl === null
        ? helpArticle
        : (article) => helpArticleUrl.replaceAll('{article}', () => encodeURIComponent(article)),
  };
}
