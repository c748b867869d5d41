import { isLanguageName, LANGUAGE_NAMES, useText } from '@vestibule/texts';
import { type FooterLink, Header, type HeaderComputer, LanguageFooter, Page } from '@vestibule/ui';
import type { ReactNode } from 'react';
import { useLanguageChoice } from '../language/language-choice.ts';
import { shellTexts } from './texts.ts';

export interface ShellPageProps {
  /** Heading of the screen, for the title of the document. */
  readonly title: string;
  /** Empty until it is known. */
  readonly companyName: string;
  readonly logoUrl: string | null;
  readonly computer: HeaderComputer | null;
  /** Where help is found; null where the company has said nothing. */
  readonly supportHref: string | null;
  /** The company's; null where it has none. */
  readonly privacyPolicy: string | null;
  /** Others of the footer, before the privacy policy. */
  readonly links?: readonly FooterLink[];
  /** What the footer begins with. */
  readonly footerText: string;
  /** Between header and content, from edge to edge. */
  readonly bar?: ReactNode;
  readonly isMiddle?: boolean | undefined;
  readonly isSplit?: boolean | undefined;
  readonly children: ReactNode;
}

/** What stands around every screen: the company's header, the title of the document, the footer with the languages. */
export function ShellPage(props: ShellPageProps) {
  const { title, companyName, supportHref, privacyPolicy, links = [], footerText, bar, children } = props;
  const text = useText();
  const { names, language, changeLanguage } = useLanguageChoice();
  return (
    <Page
      footer={
        <LanguageFooter
          language={language}
          languageLabel={text(shellTexts.language)}
          languages={names.map((tag) => ({ tag, name: LANGUAGE_NAMES[tag] }))}
          links={[
            ...links,
            ...(privacyPolicy === null ? [] : [{ href: privacyPolicy, label: text(shellTexts.privacyPolicy) }]),
          ]}
          onLanguageChange={(tag) => {
            if (isLanguageName(tag)) changeLanguage(tag);
          }}
          text={footerText}
        />
      }
      header={
        <>
          <Header
            companyName={companyName}
            computer={props.computer}
            logoUrl={props.logoUrl}
            support={supportHref === null ? null : { href: supportHref, label: text(shellTexts.support) }}
          />
          {bar}
        </>
      }
      isMiddle={props.isMiddle}
      isSplit={props.isSplit}
      skipLabel={text(shellTexts.skip)}
    >
      <title>{companyName === '' ? title : text(shellTexts.documentTitle, { title, company: companyName })}</title>
      {children}
    </Page>
  );
}
