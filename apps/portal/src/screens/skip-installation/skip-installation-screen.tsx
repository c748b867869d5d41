import type { SkipInstallationView } from '@vestibule/flows';
import { useText } from '@vestibule/texts';
import { Button, ButtonLink, CentredStatus, MovingBar, StatusActions } from '@vestibule/ui';
import type { PageInfo } from '../page/page-info.ts';
import { StatusSupportCode } from '../page/page-support-code.tsx';
import { PortalPage } from '../page/portal-page.tsx';
import { pageTexts } from '../page/texts.ts';
import { RefusedScreen } from './refused-screen.tsx';
import { RequiredScreen } from './required-screen.tsx';
import styles from './skip-installation-screen.module.css';
import { skipInstallationTexts } from './texts.ts';

export interface SkipInstallationScreenProps {
  readonly header: PageInfo;
  readonly view: SkipInstallationView;
  readonly installHref: string;
  readonly homeHref: string;
  readonly onContinue: () => void;
  readonly onTryAgain: () => void;
}

export function SkipInstallationScreen(props: SkipInstallationScreenProps) {
  const { header, view, installHref, homeHref, onContinue } = props;
  const text = useText();
  const { productName: product } = header;
  const isInstalled = view.isInstalled === true;
  switch (view.state) {
    case 'refused':
      return view.refusal === 'required' ? (
        <RequiredScreen {...props} isInstalled={isInstalled} />
      ) : (
        <RefusedScreen {...props} isInstalled={isInstalled} refusal={view.refusal} />
      );
    case 'asking':
    case 'retrying':
      return <AskingScreen {...props} />;
    case 'permitted': {
      const title = text(skipInstallationTexts.title);
      return (
        <PortalPage info={header} isMiddle title={title}>
          <CentredStatus
            doorway="warn-time"
            lead={text(isInstalled ? skipInstallationTexts.leadInstalled : skipInstallationTexts.lead, { product })}
            screen="skip-installation"
            title={title}
          >
            <StatusActions>
              <Button isLarge kind="primary" onPress={onContinue}>
                {text(skipInstallationTexts.continue)}
              </Button>
              <ButtonLink href={isInstalled ? homeHref : installHref} isLarge>
                {text(isInstalled ? skipInstallationTexts.again : skipInstallationTexts.install, { product })}
              </ButtonLink>
            </StatusActions>
            <StatusSupportCode info={header} />
          </CentredStatus>
        </PortalPage>
      );
    }
    default:
      return view satisfies never;
  }
}

/** Nothing is promised before the server has answered. */
function AskingScreen({ header, view, onTryAgain }: SkipInstallationScreenProps) {
  const text = useText();
  const title = text(skipInstallationTexts.askingTitle, { product: header.productName });
  const isRetrying = view.state === 'retrying';
  return (
    <PortalPage info={header} isMiddle title={title}>
      <CentredStatus
        doorway={isRetrying ? 'connection' : 'none'}
        lead={text(isRetrying ? skipInstallationTexts.retrying : skipInstallationTexts.asking)}
        screen="skip-installation-asking"
        title={title}
      >
        {isRetrying ? (
          <StatusActions>
            <Button isLarge kind="primary" onPress={onTryAgain}>
              {text(pageTexts.tryAgain)}
            </Button>
            <ButtonLink href={header.links.support} isLarge>
              {text(pageTexts.contactSupport)}
            </ButtonLink>
          </StatusActions>
        ) : (
          <MovingBar className={styles['bar']} kind="busy" />
        )}
        <StatusSupportCode info={header} />
      </CentredStatus>
    </PortalPage>
  );
}
