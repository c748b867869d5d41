import { useQuery } from '@tanstack/react-query';
import type { CheckResult, PendingSignIn, Settings } from '@vestibule/contracts';
import { useState } from 'react';
import type { PageInfo } from '../screens/page/page-info.ts';
import { describeBrowser } from './describe-browser.ts';
import { usePorts } from './ports-context.tsx';

export interface Known {
  readonly settings: Settings | null;
  readonly result: CheckResult | null;
  readonly pending: PendingSignIn | null;
}

const NOTHING: Known = { settings: null, result: null, pending: null };

/** What every screen shows around its own content. Fills in as it becomes known; failures are silent. */
export function usePageInfo({ settings, result }: Known = NOTHING): PageInfo {
  const { server } = usePorts();
  const support = useQuery({
    queryKey: ['publicSupportInfo'],
    queryFn: () => server.call('publicSupportInfo', {}),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const info = support.data?.kind === 'answer' ? support.data.body : null;
  const [today] = useState(() => new Date().toLocaleDateString('sv'));
  const supportCode = settings?.displaySessionId ?? null;
  return {
    companyName: settings?.company.displayName ?? info?.companyName ?? '',
    logoUrl: settings?.company.logoUrl ?? null,
    productName: settings?.productName ?? info?.productName ?? 'Workplace',
    computer:
      result === null
        ? null
        : {
            name: result.deviceName,
            systemAndBrowser: `${result.osVersionCaption} · ${describeBrowser(navigator.userAgent)}`,
            isLaptop: result.deviceType === 0,
          },
    client:
      result === null ? null : { version: result.clientVersion, isUpToDate: result.deviceData.isClientVersionUpToDate },
    supportCode,
    today,
    links: {
      support: supportLink(info?.email ?? '', info?.phone ?? '', supportCode),
      whatWeRead: '/device-check/help/what-we-read',
      privacyPolicy: null,
      download: null,
      helpArticle: (article) => `/device-check/help/${article}`,
    },
  };
}

/** A message with the support code in it where the company has an address, else its phone number. */
function supportLink(email: string, phone: string, supportCode: string | null): string {
  if (email === '') return `tel:${phone.replaceAll(/[^+\d]/g, '')}`;
  return supportCode === null ? `mailto:${email}` : `mailto:${email}?subject=${encodeURIComponent(supportCode)}`;
}
