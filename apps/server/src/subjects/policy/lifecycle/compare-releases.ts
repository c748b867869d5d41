import type { Lifecycle } from '@vestibule/checks';
import type { Change } from '@vestibule/contracts';

type Release = Lifecycle['releases'][number];

/** Rows that are shown one by one. More of them are counted. */
const SHOWN = 20;

/** What newer data says otherwise, release by release. */
export function compareReleases(before: Lifecycle, after: Lifecycle): Change[] {
  const [from, to] = [endsIn(before), endsIn(after)];
  const names = [...new Set([...from.keys(), ...to.keys()])].toSorted();
  const changes = names.flatMap((field): Change[] => {
    const [was, is] = [from.get(field) ?? 'not listed', to.get(field) ?? 'not listed'];
    return was === is ? [] : [{ field, from: was, to: is }];
  });
  if (changes.length <= SHOWN) return changes;
  return [
    ...changes.slice(0, SHOWN),
    { field: 'further releases', from: null, to: `${changes.length - SHOWN} more say something else` },
  ];
}

function endsIn({ releases }: Lifecycle): Map<string, string> {
  return new Map(releases.map((release) => [nameOf(release), endOf(release)]));
}

function nameOf({ system, version, edition }: Release): string {
  return [system, version, edition].filter((part) => part !== undefined).join(' ');
}

function endOf({ until, paidUntil, isForecast }: Release): string {
  const paid = paidUntil === undefined ? '' : `, paid until ${paidUntil}`;
  return `${until ?? 'no end'}${isForecast === true ? ' (forecast)' : ''}${paid}`;
}
