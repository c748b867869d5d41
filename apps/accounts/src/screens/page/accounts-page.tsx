import { ShellPage, type ShellPageProps } from '@vestibule/web-shell';
import { useCompany } from '../../app/company-context.ts';
import { supportAddress } from './support-contact.ts';

/** What stands around every screen, of the company whose pages these are. */
export function AccountsPage(page: Pick<ShellPageProps, 'title' | 'isMiddle' | 'children'>) {
  const company = useCompany();
  return (
    <ShellPage
      {...page}
      companyName={company?.companyName ?? ''}
      computer={null}
      footerText={company?.productName ?? ''}
      logoUrl={company?.logoUrl ?? null}
      privacyPolicy={company?.privacyPolicyUrl ?? null}
      supportHref={company === null ? null : supportAddress(company.support)}
    />
  );
}
