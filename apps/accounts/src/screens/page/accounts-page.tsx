import { isLanguageName, LANGUAGE_NAMES, useText } from '@vestibule/texts';
import { Header, LanguageFooter, Page } from '@vestibule/ui';
import type { ReactNode } from 'react';
import { useCompany } from '../../app/company-context.ts';
import { useLanguage } from '../../app/language-context.tsx';
import { supportAddress } from './support-contact.ts';
import { pageTexts } from './texts.ts';

export interface AccountsPageProps {
  /** Heading of the screen, for the title of the document. */
  readonly title: string;
  readonly isMiddle?: boolean;
  readonly children: ReactNode;
}

/** What stands around every screen: the company's header, the footer with the languages. */
export function AccountsPage({ title, isMiddle = false, children }: AccountsPageProps) {
  const text = useText();
  const company = useCompany();
  const companyName = company?.companyName ?? '';
  const support = company === null ? null : supportAddress(company.support);
  return (
    <Page
      footer={<AccountsFooter />}
      header={
        <Header
          companyName={companyName}
          computer={null}
          logoUrl={company?.logoUrl ?? null}
          support={support === null ? null : { href: support, label: text(pageTexts.support) }}
        />
      }
      isMiddle={isMiddle}
      skipLabel={text(pageTexts.skip)}
    >
      <title>{companyName === '' ? title : text(pageTexts.documentTitle, { title, company: companyName })}</title>
      {children}
    </Page>
  );
}

function AccountsFooter() {
  const text = useText();
  const company = useCompany();
  const { names, language, changeLanguage } = useLanguage();
  const policy = company?.privacyPolicyUrl ?? null;
  return (
    <LanguageFooter
      language={language}
      languageLabel={text(pageTexts.language)}
      languages={names.map((tag) => ({ tag, name: LANGUAGE_NAMES[tag] }))}
      links={policy === null ? [] : [{ href: policy, label: text(pageTexts.privacyPolicy) }]}
      onLanguageChange={(tag) => {
        if (isLanguageName(tag)) changeLanguage(tag);
      }}
      text={company?.productName ?? ''}
    />
  );
}
