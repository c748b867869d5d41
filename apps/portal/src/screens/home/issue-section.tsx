import type { CheckType } from '@vestibule/contracts';
import type { InstructionsTopic } from '@vestibule/flows';
import { Button, CheckList } from '@vestibule/ui';
import { useText } from '@vestibule/texts';
import type { PageInfo } from '../page/page-info.ts';
import { IssueRow } from './issue-row.tsx';
import type { RowSection } from './row-model.ts';
import { homeTexts } from './texts.ts';
import type { ShownRow } from './use-leaving-rows.ts';

export interface IssueSectionProps {
  readonly section: RowSection;
  readonly shown: readonly ShownRow[];
  readonly info: PageInfo;
  readonly isRemediationEnabled: boolean;
  readonly isLive: boolean;
  readonly onFix: (types: readonly CheckType[]) => void;
  readonly onCheckAgain: () => void;
  readonly onShowInstructions: (topic: InstructionsTopic) => void;
  readonly onLeft: (type: CheckType) => void;
}

const HEADINGS = {
  required: homeTexts.requiredHeading,
  recommended: homeTexts.recommendedHeading,
  unknown: homeTexts.unknownHeading,
};

export function IssueSection(props: IssueSectionProps) {
  const { section, shown, info, isRemediationEnabled, isLive, onFix, onCheckAgain, onShowInstructions, onLeft } = props;
  const text = useText();
  if (shown.length === 0) return null;
  const fixable = shown.filter(({ row }) => row.canFix && !row.asksFirst).map(({ row }) => row.check.checkType);
  return (
    <CheckList
      action={
        section === 'required' &&
        fixable.length > 1 && (
          <Button icon="wrench" kind="quiet" onPress={() => onFix(fixable)}>
            {text(homeTexts.fixAll)}
          </Button>
        )
      }
      heading={text(HEADINGS[section])}
    >
      {shown.map(({ row, isLeaving }) => (
        <IssueRow
          info={info}
          isLeaving={isLeaving}
          isLive={isLive}
          isRemediationEnabled={isRemediationEnabled}
          key={row.check.checkType}
          onCheckAgain={onCheckAgain}
          onFix={() => onFix([row.check.checkType])}
          onLeft={() => onLeft(row.check.checkType)}
          onShowInstructions={onShowInstructions}
          row={row}
        />
      ))}
    </CheckList>
  );
}
