import type { TemporaryAccessView } from '@vestibule/flows';
import { type Translate, useI18n, useText } from '@vestibule/texts';
import { Button, ButtonLink, CentredStatus, StatusActions, StatusFootnote } from '@vestibule/ui';
import type { PageInfo } from '../page/page-info.ts';
import { StatusSupportCode } from '../page/page-support-code.tsx';
import { PortalPage } from '../page/portal-page.tsx';
import { pageTexts } from '../page/texts.ts';
import { temporaryAccessTexts } from './texts.ts';

export interface TemporaryAccessScreenProps {
  readonly header: PageInfo;
  readonly view: TemporaryAccessView;
  /** Whether there is temporary access that opens something now; null while it is not known. */
  readonly isGiven: boolean | null;
  /** ISO time; null when it is not known. */
  readonly expiresAt: string | null;
  readonly homeHref: string;
  readonly onContinue: () => void;
}

export function TemporaryAccessScreen(props: TemporaryAccessScreenProps) {
  const { header, view, isGiven, expiresAt, homeHref, onContinue } = props;
  const text = useText();
  const until = useUntil(expiresAt, header.today);
  // Where this sign-in has had its answer, nothing follows by itself: it may have used the access up, or needed none.
  const isWaiting = !view.isRedirecting && !view.isTrying;
  if (view.hasNone || (isWaiting && isGiven === false)) return <NoneScreen header={header} homeHref={homeHref} />;
  const title = text(isWaiting ? temporaryAccessTexts.given : temporaryAccessTexts.title);
  return (
    <PortalPage info={header} isMiddle title={title}>
      <CentredStatus
        doorway={view.isTrying ? 'connection' : 'ok-time'}
        screen="temporary-access"
        title={title}
        {...(view.isTrying && { lead: text(temporaryAccessTexts.retrying) })}
        {...(!view.isTrying && isGiven === true && { lead: leadOf(until, text) })}
      >
        <StatusFootnote>
          {text(temporaryAccessTexts.stillHere)}{' '}
          <Button kind="link" onPress={onContinue}>
            {text(view.isTrying ? pageTexts.tryAgain : temporaryAccessTexts.continue)}
          </Button>
        </StatusFootnote>
        <StatusSupportCode info={header} />
      </CentredStatus>
    </PortalPage>
  );
}

function NoneScreen({ header, homeHref }: Pick<TemporaryAccessScreenProps, 'header' | 'homeHref'>) {
  const text = useText();
  const title = text(temporaryAccessTexts.noneTitle);
  return (
    <PortalPage info={header} isMiddle title={title}>
      <CentredStatus doorway="none" lead={text(temporaryAccessTexts.none)} screen="temporary-access-none" title={title}>
        <StatusActions>
          <ButtonLink href={homeHref} isLarge kind="primary">
            {text(temporaryAccessTexts.home)}
          </ButtonLink>
          <ButtonLink href={header.links.support} isLarge>
            {text(pageTexts.contactSupport)}
          </ButtonLink>
        </StatusActions>
        <StatusSupportCode info={header} />
      </CentredStatus>
    </PortalPage>
  );
}

function leadOf(until: string | null, text: Translate): string {
  return until === null ? text(temporaryAccessTexts.lead) : text(temporaryAccessTexts.leadUntil, { until });
}

/** The time alone today, with its day on any other: '17:00', '22 November, 09:00'. */
function useUntil(expiresAt: string | null, today: string): string | null {
  const i18n = useI18n();
  if (expiresAt === null) return null;
  const moment = new Date(expiresAt);
  const time = { hour: '2-digit', minute: '2-digit' } as const;
  const isToday = moment.toLocaleDateString('sv') === today;
  return i18n.date(moment, isToday ? time : { day: 'numeric', month: 'long', ...time });
}
