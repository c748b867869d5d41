import type { HomeView } from '@vestibule/flows';
import { Button, ButtonLink, CentredStatus, StatusActions, StatusFootnote } from '@vestibule/ui';
import { type Translate, useText } from '@vestibule/texts';
import type { ReactNode } from 'react';
import type { PageInfo } from '../page/page-info.ts';
import { StatusSupportCode } from '../page/page-support-code.tsx';
import { pageTexts } from '../page/texts.ts';
import { troubleTexts } from './texts.ts';
import { TROUBLES } from './troubles.ts';

export type TroubleView = Extract<HomeView, { readonly phase: 'trouble' }>;

export interface TroublePhaseProps {
  readonly view: TroubleView;
  readonly info: PageInfo;
  readonly onTryAgain: () => void;
  /** Where this computer is not registered yet. */
  readonly waitingCode?: ReactNode;
}

export function TroublePhase({ view, info, onTryAgain, waitingCode }: TroublePhaseProps) {
  const text = useText();
  const { links, productName: product, companyName: company } = info;
  const { doorway, title, firstStep } = TROUBLES[view.trouble];
  const installLink = firstStep === 'install' ? links.download : null;
  const isSupportFirst = firstStep === 'contact-support';
  return (
    <CentredStatus
      doorway={doorway}
      lead={leadOf(view, info, text)}
      screen={view.trouble}
      title={text(title, { product, company })}
    >
      {view.trouble === 'device-not-approved' && waitingCode}
      <StatusActions>
        {installLink !== null && (
          <ButtonLink href={installLink} isLarge kind="primary">
            {text(troubleTexts.install, { product })}
          </ButtonLink>
        )}
        {isSupportFirst && <SupportLink href={links.support} isFirst />}
        <Button isLarge kind={installLink === null && !isSupportFirst ? 'primary' : 'secondary'} onPress={onTryAgain}>
          {text(pageTexts.tryAgain)}
        </Button>
        {!isSupportFirst && <SupportLink href={links.support} isFirst={false} />}
      </StatusActions>
      {view.detail !== null && <StatusFootnote>{text(troubleTexts.detail, { detail: view.detail })}</StatusFootnote>}
      <StatusSupportCode info={info} />
    </CentredStatus>
  );
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** What to do; of a clock by how much it is off, where that is known. */
function leadOf({ trouble, clockOffsetMs, isSecondStep }: TroubleView, info: PageInfo, text: Translate): string {
  if (trouble === 'clock-wrong' && clockOffsetMs !== null) {
    const amount = amountOf(Math.abs(clockOffsetMs), text);
    return text(clockOffsetMs > 0 ? troubleTexts.clockAheadText : troubleTexts.clockBehindText, { amount });
  }
  if (trouble === 'device-not-approved' && isSecondStep) return text(troubleTexts.deviceNotApprovedStepText);
  return text(TROUBLES[trouble].sentence, { product: info.productName, company: info.companyName });
}

/** Roughly: '12 minutes', '3 hours', '2 days'. */
function amountOf(milliseconds: number, text: Translate): string {
  if (milliseconds < 2 * HOUR_MS) {
    return text(troubleTexts.clockMinutes, { count: Math.round(milliseconds / MINUTE_MS) });
  }
  if (milliseconds < 2 * DAY_MS) return text(troubleTexts.clockHours, { count: Math.round(milliseconds / HOUR_MS) });
  return text(troubleTexts.clockDays, { count: Math.round(milliseconds / DAY_MS) });
}

function SupportLink({ href, isFirst }: { readonly href: string; readonly isFirst: boolean }) {
  const text = useText();
  return (
    <ButtonLink href={href} isLarge kind={isFirst ? 'primary' : 'secondary'}>
      {text(pageTexts.contactSupport)}
    </ButtonLink>
  );
}
