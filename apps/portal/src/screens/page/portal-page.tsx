import { useText } from '@vestibule/texts';
import { ShellPage, type ShellPageProps } from '@vestibule/web-shell';
import type { PageInfo } from './page-info.ts';
import { pageTexts } from './texts.ts';

export interface PortalPageProps extends Pick<ShellPageProps, 'title' | 'isMiddle' | 'isSplit' | 'bar' | 'children'> {
  readonly info: PageInfo;
}

export function PortalPage({ info, ...page }: PortalPageProps) {
  const text = useText();
  const { client, companyName, logoUrl, computer, links, productName } = info;
  const versionText = client?.isUpToDate ? pageTexts.clientUpToDate : pageTexts.clientOutOfDate;
  return (
    <ShellPage
      {...page}
      companyName={companyName}
      computer={computer && { ...computer, href: `${links.support}#computer` }}
      footerText={
        client === null
          ? companyName === ''
            ? productName
            : text(pageTexts.deviceCheckFor, { company: companyName })
          : text(versionText, { product: productName, version: client.version })
      }
      links={[{ href: links.whatWeRead, label: text(pageTexts.whatWeRead) }]}
      logoUrl={logoUrl}
      privacyPolicy={links.privacyPolicy}
      supportHref={links.support}
    />
  );
}
