import { useText } from '@vestibule/texts';
import { Button, CentredStatus, StatusActions } from '@vestibule/ui';
import type { Ending } from './visit.ts';
import type { PageInfo } from '../page/page-info.ts';
import { PortalPage } from '../page/portal-page.tsx';
import { tryOutTexts } from './texts.ts';

export interface EndingScreenProps {
  readonly header: PageInfo;
  readonly ending: Ending;
  readonly onAgain: () => void;
}

/** Where a visit with a synthetic laptop ends: in place of the application, or of another page. */
export function EndingScreen({ header, ending, onAgain }: EndingScreenProps) {
  const text = useText();
  const isAtWork = ending.kind === 'at-work';
  const title = text(isAtWork ? tryOutTexts.atWorkTitle : tryOutTexts.elsewhereTitle);
  const lead = isAtWork ? text(tryOutTexts.atWorkLead) : text(tryOutTexts.elsewhereLead, { path: ending.path });
  return (
    <PortalPage info={header} isMiddle title={title}>
      <CentredStatus doorway={isAtWork ? 'ok' : 'none'} lead={lead} screen="try-out-ending" title={title}>
        <StatusActions>
          <Button isLarge kind="primary" onPress={onAgain}>
            {text(tryOutTexts.again)}
          </Button>
        </StatusActions>
      </CentredStatus>
    </PortalPage>
  );
}
