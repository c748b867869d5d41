import { Footer, Header, Page } from '@vestibule/ui';
import type { ReactNode } from 'react';
import { useText } from '@vestibule/texts';
import type { PageInfo } from './page-info.ts';
import { pageTexts } from './texts.ts';

export interface PortalPageProps {
  readonly info: PageInfo;
  /** Heading of the screen, for the title of the document. */
  readonly title: string;
  readonly isMiddle?: boolean;
  readonly isSplit?: boolean;
  readonly children: ReactNode;
}

export function PortalPage({ info, title, isMiddle = false, isSplit = false, children }: PortalPageProps) {
  const text = useText();
  const { companyName, logoUrl, computer, links } = info;
  return (
    <Page
      footer={<PortalFooter info={info} />}
      header={
        <Header
          companyName={companyName}
          computer={computer && { ...computer, href: `${links.support}#computer` }}
          logoUrl={logoUrl}
          support={{ href: links.support, label: text(pageTexts.support) }}
        />
      }
      isMiddle={isMiddle}
      isSplit={isSplit}
      skipLabel={text(pageTexts.skip)}
    >
      <title>{text(pageTexts.documentTitle, { title, company: companyName })}</title>
      {children}
    </Page>
  );
}

function PortalFooter({ info }: { readonly info: PageInfo }) {
  const text = useText();
  const { client, companyName, links, productName } = info;
  const versionText = client?.isUpToDate ? pageTexts.clientUpToDate : pageTexts.clientOutOfDate;
  return (
    <Footer
      links={[
        { href: links.whatWeRead, label: text(pageTexts.whatWeRead) },
        ...(links.privacyPolicy === null ? [] : [{ href: links.privacyPolicy, label: text(pageTexts.privacyPolicy) }]),
      ]}
      text={
        client === null
          ? text(pageTexts.deviceCheckFor, { company: companyName })
          : text(versionText, { product: productName, version: client.version })
      }
    />
  );
}
