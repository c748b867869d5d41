import { isLanguageName, LANGUAGE_NAMES, useText } from '@vestibule/texts';
import { Footer, Header, LanguageFooter, Page } from '@vestibule/ui';
import type { ReactNode } from 'react';
import { useLanguageChoice } from './language-choice.ts';
import type { PageInfo } from './page-info.ts';
import { pageTexts } from './texts.ts';

export interface PortalPageProps {
  readonly info: PageInfo;
  /** Heading of the screen, for the title of the document. */
  readonly title: string;
  readonly isMiddle?: boolean;
  readonly isSplit?: boolean;
  /** Between header and content, from edge to edge. */
  readonly bar?: ReactNode;
  readonly children: ReactNode;
}

export function PortalPage({ info, title, isMiddle = false, isSplit = false, bar, children }: PortalPageProps) {
  const text = useText();
  const { companyName, logoUrl, computer, links } = info;
  return (
    <Page
      footer={<PortalFooter info={info} />}
      header={
        <>
          <Header
            companyName={companyName}
            computer={computer && { ...computer, href: `${links.support}#computer` }}
            logoUrl={logoUrl}
            support={{ href: links.support, label: text(pageTexts.support) }}
          />
          {bar}
        </>
      }
      isMiddle={isMiddle}
      isSplit={isSplit}
      skipLabel={text(pageTexts.skip)}
    >
      <title>{companyName === '' ? title : text(pageTexts.documentTitle, { title, company: companyName })}</title>
      {children}
    </Page>
  );
}

function PortalFooter({ info }: { readonly info: PageInfo }) {
  const text = useText();
  const choice = useLanguageChoice();
  const { client, companyName, links, productName } = info;
  const versionText = client?.isUpToDate ? pageTexts.clientUpToDate : pageTexts.clientOutOfDate;
  const footer = {
    links: [
      { href: links.whatWeRead, label: text(pageTexts.whatWeRead) },
      ...(links.privacyPolicy === null ? [] : [{ href: links.privacyPolicy, label: text(pageTexts.privacyPolicy) }]),
    ],
    text:
      client === null
        ? companyName === ''
          ? productName
          : text(pageTexts.deviceCheckFor, { company: companyName })
        : text(versionText, { product: productName, version: client.version }),
  };
  if (choice === null) return <Footer {...footer} />;
  return (
    <LanguageFooter
      {...footer}
      language={choice.language}
      languageLabel={text(pageTexts.language)}
      languages={choice.names.map((tag) => ({ tag, name: LANGUAGE_NAMES[tag] }))}
      onLanguageChange={(tag) => {
        if (isLanguageName(tag)) choice.changeLanguage(tag);
      }}
    />
  );
}
