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
  readonly homeHref: string;
  /** It is there: the page leads to the check. */
  readonly isInstalled: boolean;
}

/** The company asks for an installation, of everybody or of this person. */
export function RequiredScreen({ header, installHref, homeHref, isInstalled }: RequiredScreenProps) {
  const text = useText();
  const { productName: product, companyName: company, links } = header;
  const title = text(skipInstallationTexts.requiredTitle, { product });
  return (
    <PortalPage bar={<StopBar screen="installation-required" title={title} />} info={header} title={title}>
      <Column>
        <p className={styles['lead']}>
          {text(isInstalled ? skipInstallationTexts.requiredInstalled : skipInstallationTexts.required, {
            product,
            company,
          })}
        </p>
        <ColumnActions>
          <ButtonLink href={isInstalled ? homeHref : installHref} isLarge kind="primary">
            {!isInstalled && <DownloadIcon />}
            {text(isInstalled ? skipInstallationTexts.again : skipInstallationTexts.install, { product })}
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
