import type { CheckType } from '@vestibule/contracts';
import { CheckList, CheckRow, Toast } from '@vestibule/ui';
import { useState } from 'react';
import { useText } from '@vestibule/texts';
import type { RowModel } from './row-model.ts';
import { homeTexts, verdictTexts } from './texts.ts';

/** What was fixed from this page and how to take it back: at the end of the list, and for a moment in a toast. */
export function FixedRows({ rows }: { readonly rows: readonly RowModel[] }) {
  const text = useText();
  const [closed, setClosed] = useState<readonly CheckType[]>([]);
  const fixed = rows.flatMap(({ check, fix, verdict }) => {
    const undo = fix?.kind === 'ended' && fix.outcome.outcome === 'fixed' ? fix.outcome.undo : undefined;
    return verdict === 'passed' && undo !== undefined ? [{ check, undo }] : [];
  });
  const newest = fixed.findLast(({ check }) => !closed.includes(check.checkType));
  if (fixed.length === 0) return null;
  return (
    <>
      <CheckList heading={text(homeTexts.fixedHeading)}>
        {fixed.map(({ check, undo }) => (
          <CheckRow
            description={text(homeTexts.undo, { undo })}
            key={check.checkType}
            title={check.checkMessage}
            verdict="passed"
            verdictName={text(verdictTexts.passed)}
          />
        ))}
      </CheckList>
      {newest && (
        <Toast
          closeLabel={text(homeTexts.close)}
          iconName={text(homeTexts.done)}
          key={newest.check.checkType}
          onClose={() => setClosed([...closed, newest.check.checkType])}
          title={newest.check.checkMessage}
        >
          {text(homeTexts.undo, { undo: newest.undo })}
        </Toast>
      )}
    </>
  );
}
