import { ACCOUNT_PATHS } from '@vestibule/contracts';
import { ButtonLink, CentredStatus, StatusActions, StatusFootnote } from '@vestibule/ui';
import { type Text, useText } from '@vestibule/texts';
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
  /** What has ended: the session, or only a step of a sign-in in it, or nothing. */
  readonly what: 'session-over' | 'step-ended' | 'signed-in';
}

/** What is so, cookies aside. */
const WORDS: { readonly [what in SessionExpiredScreenProps['what']]: { readonly title: Text; readonly lead: Text } } = {
  'session-over': { title: sessionExpiredTexts.title, lead: sessionExpiredTexts.lead },
  'step-ended': { title: sessionExpiredTexts.stepEnded, lead: sessionExpiredTexts.stepEndedLead },
  'signed-in': { title: sessionExpiredTexts.signedIn, lead: sessionExpiredTexts.signedInLead },
};

export function SessionExpiredScreen({ header, wayBack, keepsCookies, what }: SessionExpiredScreenProps) {
  const text = useText();
  const title = text(WORDS[what].title);
  const lead = keepsCookies ? leadOf(what, wayBack) : sessionExpiredTexts.noCookies;
  return (
    <PortalPage info={header} isMiddle title={title}>
      <CentredStatus
        doorway={what === 'signed-in' ? 'ok' : 'time'}
        screen="session-expired"
        title={title}
        {...(lead !== null && { lead: text(lead) })}
      >
        <StatusActions>
          <WayBackLink header={header} wayBack={wayBack} />
          {what !== 'session-over' && wayBack.kind !== 'unknown' && (
            <ButtonLink href={ACCOUNT_PATHS.sessionStatus} isLarge>
              {text(sessionExpiredTexts.own)}
            </ButtonLink>
          )}
        </StatusActions>
        {what !== 'signed-in' && <StatusFootnote>{text(sessionExpiredTexts.nothingLost)}</StatusFootnote>}
        <StatusSupportCode info={header} />
      </CentredStatus>
    </PortalPage>
  );
}

function leadOf(what: SessionExpiredScreenProps['what'], { kind }: WayBack): Text | null {
  return what === 'session-over' && kind === 'quick-start' ? null : WORDS[what].lead;
}

function WayBackLink({ header, wayBack }: Pick<SessionExpiredScreenProps, 'header' | 'wayBack'>) {
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
