import { Button, ButtonLink, CentredStatus, StatusActions, StatusFootnote } from '@vestibule/ui';
import { useText } from '@vestibule/texts';
import type { PageInfo } from '../page/page-info.ts';
import { StatusSupportCode } from '../page/page-support-code.tsx';
import { PortalPage } from '../page/portal-page.tsx';
import { pageTexts } from '../page/texts.ts';
import { serviceErrorTexts } from './texts.ts';

export interface ServiceErrorScreenProps {
  readonly header: PageInfo;
  /** A try is under way. */
  readonly isTrying: boolean;
  /** Tries go on without the person. */
  readonly triesByItself: boolean;
  readonly onTryAgain: () => void;
}

export function ServiceErrorScreen({ header, isTrying, triesByItself, onTryAgain }: ServiceErrorScreenProps) {
  const text = useText();
  const title = text(serviceErrorTexts.title);
  return (
    <PortalPage info={header} isMiddle title={title}>
      <CentredStatus doorway="connection" lead={text(serviceErrorTexts.lead)} screen="service-error" title={title}>
        <StatusActions>
          <Button isBusy={isTrying} isLarge kind="primary" onPress={onTryAgain}>
            {text(pageTexts.tryAgain)}
          </Button>
          <ButtonLink href={header.links.support} isLarge>
            {text(pageTexts.contactSupport)}
          </ButtonLink>
        </StatusActions>
        {triesByItself && <StatusFootnote>{text(serviceErrorTexts.byItself)}</StatusFootnote>}
        <StatusSupportCode info={header} />
      </CentredStatus>
    </PortalPage>
  );
}
