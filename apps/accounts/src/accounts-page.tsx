import { Footer, Header, Page } from '@vestibule/ui';
import type { ReactNode } from 'react';
import type { PublicInfo } from './server.ts';
import { texts } from './texts.ts';

export interface AccountsPageProps {
  /** Null until it is loaded. */
  readonly info: PublicInfo | null;
  readonly title: string;
  readonly isMiddle?: boolean;
  readonly children: ReactNode;
}

export function AccountsPage({ info, title, isMiddle = false, children }: AccountsPageProps) {
  const companyName = info?.companyName ?? '';
  return (
    <Page
      footer={<Footer links={[]} text={info?.productName ?? ''} />}
      header={<Header companyName={companyName} computer={null} logoUrl={null} support={null} />}
      isMiddle={isMiddle}
      skipLabel={texts.skip}
    >
      <title>{companyName === '' ? title : `${title} – ${companyName}`}</title>
      {children}
    </Page>
  );
}
