import { useText } from '@vestibule/texts';
import { Button, CentredStatus, type DoorwayState, StatusActions } from '@vestibule/ui';
import type { ReactNode } from 'react';
import type { Problem } from '../../adapters/outcome.ts';
import { AccountsPage } from './accounts-page.tsx';
import { problemText } from './problems.ts';
import { SupportLine } from './support-line.tsx';
import { pageTexts } from './texts.ts';

export interface ProblemScreenProps {
  readonly problem: Problem;
  readonly onTryAgain?: () => void;
  /** What else leads on. */
  readonly children?: ReactNode;
}

const DOORWAYS: { readonly [problem in Problem]?: DoorwayState } = {
  account_disabled: 'blocked',
  invitation_unknown: 'time',
  network: 'connection',
  server_error: 'connection',
};

/** Instead of a screen that cannot be shown. */
export function ProblemScreen({ problem, onTryAgain, children }: ProblemScreenProps) {
  const text = useText();
  const { title, text: sentence } = problemText(problem);
  return (
    <AccountsPage isMiddle title={text(title)}>
      <CentredStatus doorway={DOORWAYS[problem] ?? 'none'} lead={text(sentence)} screen={problem} title={text(title)}>
        {(onTryAgain !== undefined || children !== undefined) && (
          <StatusActions>
            {onTryAgain !== undefined && (
              <Button isLarge kind="primary" onPress={onTryAgain}>
                {text(pageTexts.tryAgain)}
              </Button>
            )}
            {children}
          </StatusActions>
        )}
        <SupportLine />
      </CentredStatus>
    </AccountsPage>
  );
}
