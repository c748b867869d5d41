import type { HomeView } from '@vestibule/flows';
import { Button, ButtonLink, CentredStatus, StatusActions, StatusFootnote } from '@vestibule/ui';
import { useText } from '@vestibule/texts';
import type { PageInfo } from '../page/page-info.ts';
import { PageSupportCode } from '../page/page-support-code.tsx';
import { pageTexts } from '../page/texts.ts';
import { troubleTexts } from './texts.ts';
import { TROUBLES } from './troubles.ts';

export type TroubleView = Extract<HomeView, { readonly phase: 'trouble' }>;

export interface TroublePhaseProps {
  readonly view: TroubleView;
  readonly info: PageInfo;
  readonly onTryAgain: () => void;
}

export function TroublePhase({ view, info, onTryAgain }: TroublePhaseProps) {
  const text = useText();
  const { links, productName: product, companyName: company, supportCode } = info;
  const { doorway, title, sentence, firstStep } = TROUBLES[view.trouble];
  const installLink = firstStep === 'install' ? links.download : null;
  const isSupportFirst = firstStep === 'contact-support';
  return (
    <CentredStatus
      doorway={doorway}
      lead={text(sentence, { product, company })}
      screen={view.trouble}
      title={text(title, { product, company })}
    >
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
      {supportCode !== null && (
        <StatusFootnote>
          <PageSupportCode code={supportCode} />
        </StatusFootnote>
      )}
    </CentredStatus>
  );
}

function SupportLink({ href, isFirst }: { readonly href: string; readonly isFirst: boolean }) {
  const text = useText();
  return (
    <ButtonLink href={href} isLarge kind={isFirst ? 'primary' : 'secondary'}>
      {text(pageTexts.contactSupport)}
    </ButtonLink>
  );
}
