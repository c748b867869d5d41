import { useText } from '@vestibule/texts';
import { Button, CentredStatus, StatusActions } from '@vestibule/ui';
import type { PageInfo } from '../page/page-info.ts';
import { PortalPage } from '../page/portal-page.tsx';
import { tryOutTexts } from './texts.ts';

export interface NoTryOutScreenProps {
  readonly header: PageInfo;
  /** over: unknown, used before, or its time has passed; away: no one answers. */
  readonly why: 'over' | 'away';
  readonly onTryAgain: () => void;
}

/** In place of a try-out that there is not, or not any more. */
export function NoTryOutScreen({ header, why, onTryAgain }: NoTryOutScreenProps) {
  const text = useText();
  const isOver = why === 'over';
  const title = text(isOver ? tryOutTexts.overTitle : tryOutTexts.awayTitle);
  return (
    <PortalPage info={header} isMiddle title={title}>
      <CentredStatus
        doorway={isOver ? 'time' : 'connection'}
        lead={text(isOver ? tryOutTexts.overLead : tryOutTexts.awayLead)}
        screen="no-try-out"
        title={title}
      >
        {!isOver && (
          <StatusActions>
            <Button isLarge kind="primary" onPress={onTryAgain}>
              {text(tryOutTexts.tryAgain)}
            </Button>
          </StatusActions>
        )}
      </CentredStatus>
    </PortalPage>
  );
}
