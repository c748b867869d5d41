import type { SecurityCheck } from '@vestibule/contracts';
import { CheckRow, FoldedCheckList } from '@vestibule/ui';
import { useText } from '@vestibule/texts';
import { homeTexts, verdictTexts } from './texts.ts';

/** What passed, closed until someone wants to see it: on the status page and in quick start. */
export function PassedList({ checks }: { readonly checks: readonly SecurityCheck[] }) {
  const text = useText();
  const passed = checks.filter(({ isPassed }) => isPassed);
  if (passed.length === 0) return null;
  return (
    <FoldedCheckList heading={text(homeTexts.passedList, { count: passed.length })}>
      {passed.map(({ checkType, checkMessage, description }) => (
        <CheckRow
          description={description}
          key={checkType}
          title={checkMessage}
          verdict="passed"
          verdictName={text(verdictTexts.passed)}
        />
      ))}
    </FoldedCheckList>
  );
}
