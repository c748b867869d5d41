import { useText } from '@vestibule/texts';
import { ButtonLink, Column, ColumnActions, DownloadIcon, StopBar } from '@vestibule/ui';
import type { PageInfo } from '../page/page-info.ts';
import { ColumnSupportCode } from '../page/page-support-code.tsx';
import { PortalPage } from '../page/portal-page.tsx';
import { pageTexts } from '../page/texts.ts';
import styles from './skip-installation-screen.module.css';
import { skipInstallationTexts } from './texts.ts';

export interface RequiredScreenProps {
  readonly header: PageInfo;
  readonly installHref: string;
}

/** The company asks for an installation, of everybody or of this person. */
export function RequiredScreen({ header, installHref }: RequiredScreenProps) {
  const text = useText();
  const { productName: product, companyName: company, links } = header;
  const title = text(skipInstallationTexts.requiredTitle, { product });
  return (
    <PortalPage bar={<StopBar screen="installation-required" title={title} />} info={header} title={title}>
      <Column>
        <p className={styles['lead']}>{text(skipInstallationTexts.required, { product, company })}</p>
        <ColumnActions>
          <ButtonLink href={installHref} isLarge kind="primary">
            <DownloadIcon />
            {text(skipInstallationTexts.install, { product })}
          </ButtonLink>
          <ButtonLink href={links.support} isLarge>
            {text(pageTexts.contactSupport)}
          </ButtonLink>
        </ColumnActions>
        <ColumnSupportCode info={header} />
      </Column>
    </PortalPage>
  );
}
