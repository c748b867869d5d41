import { Button, ButtonLink, CentredStatus, StatusActions } from '@vestibule/ui';
import { useText } from '@vestibule/texts';
import type { PageInfo } from '../page/page-info.ts';
import { StatusSupportCode } from '../page/page-support-code.tsx';
import { PortalPage } from '../page/portal-page.tsx';
import { pageTexts } from '../page/texts.ts';
import { userBlockedTexts } from './texts.ts';

export interface UserBlockedScreenProps {
  readonly header: PageInfo;
  readonly isLooking: boolean;
  /** Support may have given the account back meanwhile. */
  readonly onTryAgain: () => void;
}

export function UserBlockedScreen({ header, isLooking, onTryAgain }: UserBlockedScreenProps) {
  const text = useText();
  const title = text(userBlockedTexts.title);
  return (
    <PortalPage info={header} isMiddle title={title}>
      <CentredStatus doorway="blocked" lead={text(userBlockedTexts.lead)} screen="user-blocked" title={title}>
        <StatusActions>
          <ButtonLink href={header.links.support} isLarge kind="primary">
            {text(pageTexts.contactSupport)}
          </ButtonLink>
          <Button isBusy={isLooking} isLarge onPress={onTryAgain}>
            {text(pageTexts.tryAgain)}
          </Button>
        </StatusActions>
        <StatusSupportCode info={header} />
      </CentredStatus>
    </PortalPage>
  );
}
