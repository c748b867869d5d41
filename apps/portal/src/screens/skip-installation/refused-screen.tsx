import type { SkipRefusal } from '@vestibule/flows';
import { useText } from '@vestibule/texts';
import { Button, ButtonLink, CentredStatus, StatusActions } from '@vestibule/ui';
import { TROUBLES } from '../home/troubles.ts';
import type { PageInfo } from '../page/page-info.ts';
import { PortalPage } from '../page/portal-page.tsx';
import { StatusSupportCode } from '../page/page-support-code.tsx';
import { pageTexts } from '../page/texts.ts';
import { skipInstallationTexts } from './texts.ts';

export interface RefusedScreenProps {
  readonly header: PageInfo;
  readonly refusal: Exclude<SkipRefusal, 'required'>;
  readonly installHref: string;
  readonly homeHref: string;
  readonly onTryAgain: () => void;
}

const BLOCKED = TROUBLES['device-blocked'];
const OTHER = { doorway: 'none', title: skipInstallationTexts.refusedTitle } as const;
const CONTENT = {
  'not-allowed': { ...OTHER, sentence: skipInstallationTexts.notAllowed },
  'policy-not-met': { ...OTHER, sentence: skipInstallationTexts.policyNotMet },
  'device-blocked': BLOCKED,
  other: { ...OTHER, sentence: skipInstallationTexts.refused },
} as const;

/** Not permitted, and not because an installation is required: the reason, and what helps. */
export function RefusedScreen(props: RefusedScreenProps) {
  const { header, refusal } = props;
  const text = useText();
  const { productName: product, companyName: company, links } = header;
  const { doorway, title: titleText, sentence } = CONTENT[refusal];
  const title = text(titleText, { product, company });
  return (
    <PortalPage info={header} isMiddle title={title}>
      <CentredStatus
        doorway={doorway}
        lead={text(sentence, { product, company })}
        screen="skip-installation-refused"
        title={title}
      >
        <StatusActions>
          <FirstStep {...props} />
          <ButtonLink href={links.support} isLarge>
            {text(pageTexts.contactSupport)}
          </ButtonLink>
        </StatusActions>
        <StatusSupportCode info={header} />
      </CentredStatus>
    </PortalPage>
  );
}

function FirstStep({ header, refusal, installHref, homeHref, onTryAgain }: RefusedScreenProps) {
  const text = useText();
  switch (refusal) {
    case 'not-allowed':
      return (
        <ButtonLink href={installHref} isLarge kind="primary">
          {text(skipInstallationTexts.install, { product: header.productName })}
        </ButtonLink>
      );
    case 'policy-not-met':
      return (
        <ButtonLink href={homeHref} isLarge kind="primary">
          {text(skipInstallationTexts.again)}
        </ButtonLink>
      );
    case 'device-blocked':
    case 'other':
      return (
        <Button isLarge kind="primary" onPress={onTryAgain}>
          {text(pageTexts.tryAgain)}
        </Button>
      );
    default:
      return refusal satisfies never;
  }
}
