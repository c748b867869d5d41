import type { Statement } from '../spec-coverage/statements.ts';
import type { PlantedChange } from './read-changes.ts';

/** What became of a change, for one statement. */
export interface Result {
  readonly statement: string;
  readonly test: string;
  readonly outcome: 'failed' | 'survived' | 'did not begin';
  /** The first named test that failed. */
  readonly title: string | null;
}

export type Results = Readonly<Record<string, readonly Result[]>>;

/** A change is known by what it is: written otherwise, it runs again. */
export const keyOf = ({ file, from, to, proofs }: PlantedChange) => JSON.stringify([file, from, to, proofs]);

interface Rendered {
  readonly statements: readonly Statement[];
  readonly changes: readonly PlantedChange[];
  readonly reasons: ReadonlyMap<string, string>;
  readonly results: Results;
  readonly date: string;
  /** How many changes were run that day. */
  readonly ran: number;
  /** The day of the last run of all of them. */
  readonly allRan: string;
}

const HEAD = `# Changes on purpose

Written by \`npm run planted-changes\`; not edited by hand. For each statement of the specification with a number, a text or a
transition: one change in the code that carries it, made in a throw-away copy, and the test that names the statement and
fails because of it. A test that no longer begins proves nothing. The changes stand in \`tools/planted-changes/changes\`.
`;

/** @returns the page: what was changed for which statement, and which test saw it */
export function render({ statements, changes, reasons, results, date, ran, allRan }: Rendered): string {
  const rows = changes.flatMap((change) =>
    change.proofs.map(({ statement, test }) => {
      const result = results[keyOf(change)]?.find((one) => one.statement === statement && one.test === test);
      return { statement, test, change, outcome: result?.outcome ?? 'not run', title: result?.title ?? null };
    }),
  );
  const count = (outcome: string) => rows.filter((row) => row.outcome === outcome).length;
  const planted = new Set(rows.map(({ statement }) => statement));
  const sorted = rows.toSorted((a, b) => (a.statement < b.statement ? -1 : 1));
  const prose = statements.filter(({ untestable }) => untestable !== undefined).map(({ id }) => id);
  return [
    HEAD,
    `All changes were run on ${allRan}. Written on ${date}, when ${ran} of them were run; the outcomes of the others are from that day or later. ${changes.length} changes for ${planted.size} statements, looked for by ${rows.length} tests of a statement in a file; ${count('failed')} failed as they should, ${count('survived')} survived, ${count('not run')} were not run.`,
    '',
    '## Survived',
    '',
    ...linesOf(sorted.filter(({ outcome }) => outcome !== 'failed' && outcome !== 'not run')),
    '',
    '## Not run',
    '',
    ...linesOf(sorted.filter(({ outcome }) => outcome === 'not run')),
    '',
    '## Failed, as they should',
    '',
    ...linesOf(sorted.filter(({ outcome }) => outcome === 'failed')),
    '',
    '## Statements without a change',
    '',
    ...[...new Set(reasons.values())].map((reason) => {
      const ids = [...reasons].filter(([, why]) => why === reason).map(([id]) => id);
      return `- ${reason} (${ids.length}): ${ids.join(', ')}.`;
    }),
    `- Not testable, as the coverage document says (${prose.length}): ${prose.join(', ')}.`,
    '',
  ].join('\n');
}

interface Row {
  readonly statement: string;
  readonly test: string;
  readonly change: PlantedChange;
  readonly outcome: string;
  readonly title: string | null;
}

function linesOf(rows: readonly Row[]): readonly string[] {
  return rows.length === 0 ? ['None.'] : rows.map(line);
}

function line({ statement, test, change, outcome, title }: Row): string {
  const why = change.note === undefined ? '' : `. ${change.note.charAt(0).toUpperCase()}${change.note.slice(1)}.`;
  const seen = title === null ? `**${outcome}**: \`${test}\`${why}` : `${withoutIds(title)} (\`${test}\`)`;
  return `- **${statement}** ${change.file}: ${quote(change.from)} → ${quote(change.to)}. ${seen}`;
}

function withoutIds(title: string): string {
  return title.replaceAll(/\s*\[S[\d.,\sS]+\]/g, '');
}

function quote(text: string): string {
  const oneLine = text.replaceAll(/\s+/g, ' ').trim();
  if (oneLine === '') return 'nothing';
  return oneLine.includes('`') ? `\`\` ${oneLine} \`\`` : `\`${oneLine}\``;
}
