import { ACCOUNT_PATHS } from '@vestibule/contracts';
import { ButtonLink, CentredStatus, StatusActions, StatusFootnote } from '@vestibule/ui';
import { useText } from '@vestibule/texts';
import type { PageInfo } from '../page/page-info.ts';
import { StatusSupportCode } from '../page/page-support-code.tsx';
import { PortalPage } from '../page/portal-page.tsx';
import { pageTexts } from '../page/texts.ts';
import { sessionExpiredTexts } from './texts.ts';

/** Where the person begins again. */
export type WayBack =
  /** The work application the person came from. */
  | { readonly kind: 'application'; readonly name: string; readonly url: string }
  /** Quick start begins again instead. */
  | { readonly kind: 'quick-start'; readonly url: string }
  | { readonly kind: 'unknown' };

export interface SessionExpiredScreenProps {
  readonly header: PageInfo;
  readonly wayBack: WayBack;
  /** Whether the browser keeps what says who is signed in. */
  readonly keepsCookies: boolean;
}

export function SessionExpiredScreen({ header, wayBack, keepsCookies }: SessionExpiredScreenProps) {
  const text = useText();
  const title = text(sessionExpiredTexts.title);
  const lead = keepsCookies ? leadOf(wayBack) : sessionExpiredTexts.noCookies;
  return (
    <PortalPage info={header} isMiddle title={title}>
      <CentredStatus doorway="time" screen="session-expired" title={title} {...(lead !== null && { lead: text(lead) })}>
        <StatusActions>
          <WayBackLink header={header} wayBack={wayBack} />
        </StatusActions>
        <StatusFootnote>{text(sessionExpiredTexts.nothingLost)}</StatusFootnote>
        <StatusSupportCode info={header} />
      </CentredStatus>
    </PortalPage>
  );
}

function leadOf({ kind }: WayBack) {
  return kind === 'quick-start' ? null : sessionExpiredTexts.lead;
}

function WayBackLink({ header, wayBack }: Omit<SessionExpiredScreenProps, 'keepsCookies'>) {
  const text = useText();
  switch (wayBack.kind) {
    case 'application':
      return (
        <ButtonLink href={wayBack.url} isLarge kind="primary">
          {text(sessionExpiredTexts.goTo, { application: wayBack.name })}
        </ButtonLink>
      );
    case 'quick-start':
      return (
        <ButtonLink href={wayBack.url} isLarge kind="primary">
          {text(sessionExpiredTexts.startAgain)}
        </ButtonLink>
      );
    case 'unknown':
      return (
        <>
          <ButtonLink href={ACCOUNT_PATHS.sessionStatus} isLarge kind="primary">
            {text(sessionExpiredTexts.own)}
          </ButtonLink>
          <ButtonLink href={header.links.support} isLarge>
            {text(pageTexts.contactSupport)}
          </ButtonLink>
        </>
      );
    default:
      return wayBack satisfies never;
  }
}
