import type { VouchView } from '@vestibule/flows';
import { useText } from '@vestibule/texts';
import { ButtonLink, CentredStatus, StatusActions } from '@vestibule/ui';
import type { PageInfo } from '../page/page-info.ts';
import { StatusSupportCode } from '../page/page-support-code.tsx';
import { PortalPage } from '../page/portal-page.tsx';
import { CodeStep } from './code-step.tsx';
import { ComputerStep } from './computer-step.tsx';
import { anotherComputerTexts as texts } from './texts.ts';

export interface AnotherComputerScreenProps {
  readonly header: PageInfo;
  readonly view: VouchView;
  /** Where the check of this computer is, and the person's account. */
  readonly checkHref: string;
  readonly accountHref: string;
  readonly onCode: (typed: string) => void;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}

/** On a computer that is known: a code, the computer that it stands for, and what became of it. */
export function AnotherComputerScreen(props: AnotherComputerScreenProps) {
  const { header, view, accountHref } = props;
  const text = useText();
  switch (view.step) {
    case 'code':
      return (
        <PortalPage info={header} title={text(texts.title)}>
          <CodeStep {...props} view={view} />
        </PortalPage>
      );
    case 'computer':
      return (
        <PortalPage info={header} title={text(texts.computerTitle)}>
          <ComputerStep {...props} view={view} />
        </PortalPage>
      );
    case 'done': {
      const title = text(texts.doneTitle, { name: view.name });
      return (
        <PortalPage info={header} isMiddle title={title}>
          <CentredStatus doorway="ok" lead={text(texts.doneLead)} screen="another-computer-done" title={title}>
            <StatusActions>
              <ButtonLink href={accountHref} isLarge kind="primary">
                {text(texts.back)}
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
