import { useText } from '@vestibule/texts';
import { Button, CentredStatus, StatusActions, StatusFootnote } from '@vestibule/ui';
import type { PageInfo } from '../page/page-info.ts';
import { StatusSupportCode } from '../page/page-support-code.tsx';
import { PortalPage } from '../page/portal-page.tsx';
import { pageTexts } from '../page/texts.ts';
import { setUpTexts } from '../set-up/texts.ts';
import { extensionReadyTexts } from './texts.ts';

export interface ExtensionReadyScreenProps {
  readonly header: PageInfo;
  /** The mode goes on with a scan. */
  readonly leadsToScan: boolean;
  readonly onContinue: () => void;
}

/** How far the doorway is filled: the extension is the first of the steps. */
const PROGRESS = 0.28;

export function ExtensionReadyScreen({ header, leadsToScan, onContinue }: ExtensionReadyScreenProps) {
  const text = useText();
  const { productName: product, links } = header;
  const title = text(extensionReadyTexts.title, { product });
  return (
    <PortalPage info={header} isMiddle title={title}>
      <CentredStatus
        doorway="checking"
        lead={text(leadsToScan ? extensionReadyTexts.lead : extensionReadyTexts.leadWithoutScan, { product })}
        progress={PROGRESS}
        screen="extension-ready"
        title={title}
      >
        <StatusActions>
          <Button isLarge kind="primary" onPress={onContinue}>
            {text(leadsToScan ? extensionReadyTexts.start : setUpTexts.continue)}
          </Button>
        </StatusActions>
        <StatusFootnote>
          {text(extensionReadyTexts.readsOnly, { product })} <a href={links.whatWeRead}>{text(pageTexts.whatWeRead)}</a>
        </StatusFootnote>
        <StatusSupportCode info={header} />
      </CentredStatus>
    </PortalPage>
  );
}
