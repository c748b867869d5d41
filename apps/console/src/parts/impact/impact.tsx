import type { PolicyImpact } from '@vestibule/contracts';
import { isolated, useText } from '@vestibule/texts';
import { Link } from 'wouter';
import { checkTexts } from '../checks/texts.ts';
import { useTimes } from '../use-times.ts';
import styles from './impact.module.css';
import { impactTexts as texts } from './texts.ts';

/** Whom a change would stop, in numbers, by check and by name. */
export function ImpactOf({ impact }: { readonly impact: PolicyImpact }) {
  const text = useText();
  const times = useTimes();
  const { later, unnamedBy } = impact;
  const facts = [
    [texts.inScope, impact.peopleInScope],
    [texts.fails, impact.newlyBlocked],
    [texts.fixable, impact.fixableAlone],
    [texts.never, impact.neverSeen],
    [texts.late, impact.notSeenLately],
  ] as const;
  const checks = impact.checks.filter(({ newlyBlocked }) => newlyBlocked > 0);
  return (
    <section aria-label={text(texts.more)} className={styles['impact']}>
      <dl>
        {facts.map(([label, count]) => (
          <div key={label.id}>
            <dt>{text(label)}</dt>
            <dd>{count}</dd>
          </div>
        ))}
      </dl>
      {checks.length > 0 && (
        <table>
          <thead>
            <tr>
              <th scope="col">{text(texts.check)}</th>
              <th scope="col">{text(texts.computers)}</th>
            </tr>
          </thead>
          <tbody>
            {checks.map(({ checkType, newlyBlocked }) => (
              <tr key={checkType}>
                <th scope="row">{text(checkTexts[checkType])}</th>
                <td>{newlyBlocked}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <ImpactWho impact={impact} />
      {later !== null && <p>{text(texts.later, { day: times.day(later.on), count: later.newlyBlocked })}</p>}
      {unnamedBy.length > 0 && <p>{text(texts.unnamed, { providers: unnamedBy.join(', ') })}</p>}
      <p>{text(texts.judged, { computers: impact.computers, people: impact.people, days: impact.days })}</p>
    </section>
  );
}

/** The first of those behind the numbers; each leads to the list, where they are found by their login. */
export function ImpactWho({
  impact: { examples, neverSeenExamples, notSeenLatelyExamples },
}: {
  readonly impact: PolicyImpact;
}) {
  const text = useText();
  const rows = [
    ...examples
      .filter(({ isNow }) => isNow)
      .map(({ login, deviceName, checks }) => ({
        login,
        words: `${isolated(login)}, ${isolated(deviceName)}: ${checks.map((check) => text(checkTexts[check])).join(', ')}`,
      })),
    ...neverSeenExamples.map((login) => ({ login, words: text(texts.neverSeen, { login }) })),
    ...notSeenLatelyExamples.map((login) => ({ login, words: text(texts.notSeen, { login }) })),
  ];
  if (rows.length === 0) return null;
  return (
    <details className={styles['who']}>
      <summary>{text(texts.who)}</summary>
      <ul>
        {rows.map(({ login, words }) => (
          <li key={words}>
            <Link href={`/people?search=${encodeURIComponent(login)}`}>{words}</Link>
          </li>
        ))}
      </ul>
    </details>
  );
}
