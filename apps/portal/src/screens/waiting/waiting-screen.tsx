import { type Text, useText } from '@vestibule/texts';
import { CentredStatus, MovingBar } from '@vestibule/ui';
import type { PageInfo } from '../page/page-info.ts';
import { StatusSupportCode } from '../page/page-support-code.tsx';
import { PortalPage } from '../page/portal-page.tsx';
import { waitingTexts } from './texts.ts';
import styles from './waiting-screen.module.css';

export type WaitsFor = 'page' | 'sign-in' | 'supported-versions';

export interface WaitingScreenProps {
  readonly header: PageInfo;
  /** Null while it is too early to speak of a wait. */
  readonly waitsFor: WaitsFor | null;
}

const LEADS: { readonly [waitsFor in WaitsFor]: Text } = {
  page: waitingTexts.page,
  'sign-in': waitingTexts.signIn,
  'supported-versions': waitingTexts.supportedVersions,
};

/** A page that is on its way. */
export function WaitingScreen({ header, waitsFor }: WaitingScreenProps) {
  const text = useText();
  if (waitsFor === null) {
    return (
      <PortalPage info={header} title={header.productName}>
        {null}
      </PortalPage>
    );
  }
  const title = text(waitingTexts.title);
  return (
    <PortalPage info={header} isMiddle title={title}>
      <CentredStatus doorway="none" lead={text(LEADS[waitsFor])} screen="waiting" title={title}>
        <MovingBar className={styles['bar']} kind="busy" />
        <StatusSupportCode info={header} />
      </CentredStatus>
    </PortalPage>
  );
}
