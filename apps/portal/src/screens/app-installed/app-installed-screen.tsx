import { useText } from '@vestibule/texts';
import { Column, ColumnHead, Doorway, Step, StepList } from '@vestibule/ui';
import type { PageInfo } from '../page/page-info.ts';
import { ColumnSupportCode } from '../page/page-support-code.tsx';
import { PortalPage } from '../page/portal-page.tsx';
import type { SetUpSystem, SystemTexts } from '../set-up/system-text.ts';
import styles from './app-installed-screen.module.css';
import { appInstalledTexts } from './texts.ts';

export interface AppInstalledScreenProps {
  readonly header: PageInfo;
  readonly system: SetUpSystem;
}

const FIND: SystemTexts = {
  windows: appInstalledTexts.findWindows,
  macos: appInstalledTexts.findMac,
  linux: appInstalledTexts.findLinux,
};

export function AppInstalledScreen({ header, system }: AppInstalledScreenProps) {
  const text = useText();
  const { productName: product } = header;
  const title = text(appInstalledTexts.title, { product });
  return (
    <PortalPage info={header} title={title}>
      <Column>
        <Doorway className={styles['doorway']} state="ok" />
        <ColumnHead lead={text(appInstalledTexts.lead)} screen="app-installed" title={title} />
        <StepList>
          <Step title={text(appInstalledTexts.findTitle, { product })}>{text(FIND[system], { product })}</Step>
          <Step title={text(appInstalledTexts.signInTitle)}>{text(appInstalledTexts.signIn)}</Step>
        </StepList>
        {header.links.download !== null && (
          <p className={styles['notYet']}>
            {text(appInstalledTexts.notYet)}{' '}
            <a href={header.links.download}>{text(appInstalledTexts.install, { product })}</a>
          </p>
        )}
        <ColumnSupportCode info={header} />
      </Column>
    </PortalPage>
  );
}
