import type { InstructionsTopic } from '@vestibule/flows';
import { Button, ButtonLink } from '@vestibule/ui';
import { useText } from '@vestibule/texts';
import type { PageInfo } from '../page/page-info.ts';
import { pageTexts } from '../page/texts.ts';
import type { RowModel } from './row-model.ts';
import { homeTexts } from './texts.ts';

export interface IssueActionsProps {
  readonly row: RowModel;
  readonly info: PageInfo;
  readonly isRemediationEnabled: boolean;
  readonly describedBy: string;
  readonly onFix: () => void;
  readonly onCheckAgain: () => void;
  readonly onShowInstructions: (topic: InstructionsTopic) => void;
}

/** What a person can do about one check. A row without a way to help offers support. */
export function IssueActions(props: IssueActionsProps) {
  const { row, info, isRemediationEnabled, describedBy, onFix, onCheckAgain, onShowInstructions } = props;
  const text = useText();
  switch (row.verdict) {
    case 'passed':
    case 'fixing':
    case 'waiting':
    case 'scanning':
      return null;
    case 'installing':
      return (
        <Button describedBy={describedBy} isDisabled>
          {text(homeTexts.installing)}
        </Button>
      );
    case 'unknown':
      return (
        <Button describedBy={describedBy} icon="retry" onPress={onCheckAgain}>
          {text(homeTexts.checkAgain)}
        </Button>
      );
    case 'managed':
      return <ContactSupport describedBy={describedBy} info={info} />;
    case 'stopper':
    case 'required':
    case 'recommended': {
      const article = isRemediationEnabled ? row.check.helpArticle : undefined;
      const instructions = isRemediationEnabled ? row.instructions : null;
      if (!row.canFix && article === undefined && instructions === null)
        return <ContactSupport describedBy={describedBy} info={info} />;
      return (
        <>
          {row.canFix && (
            <Button
              describedBy={describedBy}
              kind={row.verdict === 'recommended' ? 'secondary' : 'primary'}
              onPress={onFix}
            >
              {text(row.isInstall ? homeTexts.installNow : homeTexts.fix)}
            </Button>
          )}
          {article !== undefined && (
            <ButtonLink describedBy={describedBy} href={info.links.helpArticle(article)} opensNewTab>
              {text(homeTexts.help)}
            </ButtonLink>
          )}
          {instructions !== null && (
            <Button describedBy={describedBy} kind="quiet" onPress={() => onShowInstructions(instructions)}>
              {text(homeTexts.showSteps)}
            </Button>
          )}
        </>
      );
    }
    default:
      return row.verdict satisfies never;
  }
}

function ContactSupport({ info, describedBy }: { readonly info: PageInfo; readonly describedBy: string }) {
  const text = useText();
  return (
    <ButtonLink describedBy={describedBy} href={info.links.support}>
      {text(pageTexts.contactSupport)}
    </ButtonLink>
  );
}
