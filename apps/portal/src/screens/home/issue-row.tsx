import type { SecurityCheck } from '@vestibule/contracts';
import type { InstructionsTopic } from '@vestibule/flows';
import { CheckRow, Evidence, type RowProgress, Tag } from '@vestibule/ui';
import { useId } from 'react';
import { useI18n } from '@vestibule/texts';
import { type Translate, useText } from '@vestibule/texts';
import type { PageInfo } from '../page/page-info.ts';
import { DeadlineTag } from './deadline-tag.tsx';
import { evidenceEntries } from './evidence-entries.ts';
import { IssueActions } from './issue-actions.tsx';
import type { RowModel } from './row-model.ts';
import { noteOf } from './row-note.ts';
import { rowTexts, verdictTexts } from './texts.ts';

export interface IssueRowProps {
  readonly row: RowModel;
  readonly info: PageInfo;
  readonly isRemediationEnabled: boolean;
  readonly isLive: boolean;
  readonly isLeaving: boolean;
  readonly onLeft: () => void;
  readonly onFix: () => void;
  readonly onCheckAgain: () => void;
  readonly onShowInstructions: (topic: InstructionsTopic) => void;
}

export function IssueRow(props: IssueRowProps) {
  const { row, info, isRemediationEnabled, isLive, isLeaving, onLeft, onFix, onCheckAgain, onShowInstructions } = props;
  const { check, fix, verdict } = row;
  const i18n = useI18n();
  const text = useText();
  const titleId = useId();
  const isBeingFixed = verdict === 'fixing' || verdict === 'installing';
  const entries = isBeingFixed ? [] : evidenceEntries(check, info.today, isLive, i18n);
  const note = noteOf(row, info.companyName, text);
  const runningText = fix?.kind === 'running' ? fix.text : undefined;
  return (
    <CheckRow
      actions={
        verdict !== 'passed' &&
        verdict !== 'fixing' && (
          <IssueActions
            describedBy={titleId}
            info={info}
            isRemediationEnabled={isRemediationEnabled}
            onCheckAgain={onCheckAgain}
            onFix={onFix}
            onShowInstructions={onShowInstructions}
            row={row}
          />
        )
      }
      description={runningText ?? check.description}
      evidence={
        entries.length > 0 && <Evidence describedBy={titleId} entries={entries} label={text(rowTexts.evidence)} />
      }
      isLeaving={isLeaving}
      note={isFailure(row) && note !== null ? <span role="alert">{note}</span> : note}
      onLeft={onLeft}
      progress={progressOf(row, text)}
      tags={<RowTags info={info} row={row} />}
      title={check.checkMessage}
      titleId={titleId}
      verdict={verdict}
      verdictName={text(verdictTexts[verdict])}
    />
  );
}

/** Why a fix did not hold is an alert: the person waits for it. */
function isFailure({ fix }: RowModel): boolean {
  return fix?.kind === 'ended' && fix.outcome.outcome !== 'fixed' && fix.outcome.outcome !== 'opened';
}

function RowTags({ row, info }: { readonly row: RowModel; readonly info: PageInfo }) {
  const text = useText();
  const { check, verdict } = row;
  switch (verdict) {
    case 'stopper':
      return <Tag kind="stop">{text(rowTexts.stopperTag)}</Tag>;
    case 'fixing':
    case 'installing':
      return <Tag kind="busy">{text(verdictTexts[verdict])}</Tag>;
    case 'managed':
      return <Tag icon="managed">{text(rowTexts.managedBy, { company: info.companyName })}</Tag>;
    case 'recommended':
      return check.deadline === undefined ? null : <DeadlineTag deadline={check.deadline} today={info.today} />;
    default:
      return null;
  }
}

/** Of a running fix, else of what the system itself says it is doing. */
function progressOf({ check, fix }: RowModel, text: Translate): RowProgress | undefined {
  const share = fix?.kind === 'running' ? fix.share : shareUnderway(check);
  if (share === undefined) return undefined;
  const percent = Math.round(share * 100);
  return { name: check.checkMessage, share, left: text(rowTexts.shareDone, { percent }) };
}

function shareUnderway({ isPassed, underway }: SecurityCheck): number | undefined {
  return isPassed || underway?.percent === undefined ? undefined : underway.percent / 100;
}
