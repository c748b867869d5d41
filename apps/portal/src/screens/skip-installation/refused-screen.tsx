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
  readonly isInstalled: boolean;
  readonly installHref: string;
  readonly homeHref: string;
  readonly onTryAgain: () => void;
}

const BLOCKED = TROUBLES['device-blocked'];
const OTHER = { doorway: 'none', title: skipInstallationTexts.refusedTitle } as const;
const CONTENT = {
  'not-allowed': { ...OTHER, sentence: skipInstallationTexts.notAllowed },
  'used-up': { ...OTHER, sentence: skipInstallationTexts.usedUp },
  'policy-not-met': {
    ...OTHER,
    title: skipInstallationTexts.policyNotMetTitle,
    sentence: skipInstallationTexts.policyNotMet,
  },
  'device-blocked': BLOCKED,
  'nothing-waits': {
    ...OTHER,
    title: skipInstallationTexts.nothingWaitsTitle,
    sentence: skipInstallationTexts.nothingWaits,
  },
  other: { ...OTHER, sentence: skipInstallationTexts.refused },
} as const;

/** What is said where there is nothing to install. */
const INSTALLED = {
  'not-allowed': skipInstallationTexts.notAllowedInstalled,
  'used-up': skipInstallationTexts.notAllowedInstalled,
  'nothing-waits': skipInstallationTexts.nothingWaitsInstalled,
} as const;

/** Not permitted, and not because an installation is required: the reason, and what helps. */
export function RefusedScreen(props: RefusedScreenProps) {
  const { header, refusal, isInstalled } = props;
  const text = useText();
  const { productName: product, companyName: company } = header;
  const { doorway, title: titleText, sentence: usual } = CONTENT[refusal];
  const isToInstall = refusal === 'not-allowed' || refusal === 'used-up' || refusal === 'nothing-waits';
  const sentence = isInstalled && isToInstall ? INSTALLED[refusal] : usual;
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
          <SecondStep {...props} />
        </StatusActions>
        <StatusSupportCode info={header} />
      </CentredStatus>
    </PortalPage>
  );
}

/** What only support can mend begins there. */
const isForSupport = (refusal: SkipRefusal) => refusal === 'device-blocked' || refusal === 'other';

function FirstStep({ header, refusal, isInstalled, installHref, homeHref }: RefusedScreenProps) {
  const text = useText();
  if (isForSupport(refusal)) return <SupportLink href={header.links.support} kind="primary" />;
  const toInstall = refusal !== 'policy-not-met' && !isInstalled;
  return (
    <ButtonLink href={toInstall ? installHref : homeHref} isLarge kind="primary">
      {toInstall
        ? text(skipInstallationTexts.install, { product: header.productName })
        : text(skipInstallationTexts.again)}
    </ButtonLink>
  );
}

function SecondStep({ header, refusal, onTryAgain }: RefusedScreenProps) {
  const text = useText();
  if (!isForSupport(refusal)) return <SupportLink href={header.links.support} kind="secondary" />;
  return (
    <Button isLarge onPress={onTryAgain}>
      {text(pageTexts.tryAgain)}
    </Button>
  );
}

function SupportLink({ href, kind }: { readonly href: string; readonly kind: 'primary' | 'secondary' }) {
  const text = useText();
  return (
    <ButtonLink href={href} isLarge kind={kind}>
      {text(pageTexts.contactSupport)}
    </ButtonLink>
  );
}
