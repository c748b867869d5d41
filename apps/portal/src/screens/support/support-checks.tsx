import type { SecurityCheck } from '@vestibule/contracts';
import { type Text, useText } from '@vestibule/texts';
import { Button, Card, CheckList, VerdictIcon } from '@vestibule/ui';
import { useState } from 'react';
import styles from './support-screen.module.css';
import { sortChecks } from './support-details.ts';
import { supportTexts, supportVerdictTexts } from './texts.ts';

/** Every check by its verdict; a list without one is not there. */
export function SupportChecks({ checks }: { readonly checks: readonly SecurityCheck[] | null }) {
  const text = useText();
  if (checks === null) {
    return (
      <Card>
        <div className={styles['empty']}>
          <p className={styles['emptyTitle']}>{text(supportTexts.noChecks)}</p>
          <p>{text(supportTexts.noChecksText)}</p>
        </div>
      </Card>
    );
  }
  const { important, recommended, unknown, passed } = sortChecks(checks);
  return (
    <div>
      <Checks checks={important} heading={supportTexts.importantFailed} />
      <Checks checks={recommended} heading={supportTexts.recommendedFailed} />
      <Checks checks={unknown} heading={supportTexts.unknown} />
      <Checks checks={passed} heading={supportTexts.passed} shownAtFirst={4} />
    </div>
  );
}

interface ChecksProps {
  readonly checks: readonly SecurityCheck[];
  readonly heading: Text;
  /** The rest is a press away. */
  readonly shownAtFirst?: number;
}

function Checks({ checks, heading, shownAtFirst = Number.POSITIVE_INFINITY }: ChecksProps) {
  const text = useText();
  const [showsAll, setShowsAll] = useState(false);
  if (checks.length === 0) return null;
  const shown = showsAll ? checks : checks.slice(0, shownAtFirst);
  const more = checks.length - shown.length;
  return (
    <CheckList heading={text(heading, { count: checks.length })}>
      {shown.map((check) => (
        <Row check={check} key={check.checkType} />
      ))}
      {more > 0 && (
        <li className={styles['more']}>
          <Button kind="quiet" onPress={() => setShowsAll(true)}>
            {text(supportTexts.showMore, { count: more })}
          </Button>
        </li>
      )}
    </CheckList>
  );
}

function Row({ check }: { readonly check: SecurityCheck }) {
  const text = useText();
  const verdict = verdictOf(check);
  return (
    <li className={styles['row']}>
      <VerdictIcon isSmall name={text(supportVerdictTexts[verdict])} verdict={verdict} />
      <span>{check.checkMessage}</span>
    </li>
  );
}

function verdictOf(check: SecurityCheck): keyof typeof supportVerdictTexts {
  if (check.isPassed) return 'passed';
  if (check.state === 'unknown') return 'unknown';
  if (check.isSigninStopper) return 'stopper';
  if (check.isManaged === true) return 'managed';
  return check.isRequired ? 'required' : 'recommended';
}
