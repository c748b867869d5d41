import { isProvedFor, partsWithout } from './parts.ts';
import type { Proof } from './read-results.ts';
import { type Statement, sectionOf } from './statements.ts';

const SECTIONS: Readonly<Record<number, string>> = {
  1: 'What the product does and for whom',
  2: 'Screens and routes',
  3: 'Entities and their fields',
  4: 'States and transitions',
  5: 'Validation rules',
  6: 'Roles and permissions',
  7: 'Calls made',
  8: 'Error catalogue',
  9: 'Business constants and limits',
};

const HEAD = `# Which test proves which statement

Written by \`npm run coverage\` from the tests that ran and passed; not edited by hand. A test names the statements it
proves in its title, \`[S4.031]\`, and at most three of them. A part counts a statement only where a test of that part names
it: a test of the server proves nothing of the portal. Journeys run every part.

What ran on which system, and what was only read from samples:

| Part | Debian 12 | Windows | macOS |
|---|---|---|---|
| server, command line | run, on PostgreSQL 15 and the embedded database | not run | not run |
| portal, accounts, console, extension | run in Chromium, and the pages in a simulated browser | Chromium that calls itself so, synthetic computers | the same |
| native client, checks | run, on booted computers with the installed package | Wine: start, package and MSI; all else from samples | samples only |

Where samples come from, and what was never tried, stands in [checks.md](checks.md); what a person was seen to meet, with
pictures, in [seen.md](specification/seen.md).
`;

type Proofs = ReadonlyMap<string, readonly Proof[]>;

/** @returns the page: the same for the same statements and tests, whatever their order */
export function render(statements: readonly Statement[], proofs: Proofs): string {
  const sections = [...new Set(statements.map(({ id }) => sectionOf(id)))].toSorted((a, b) => a - b);
  const parts = [...new Set(statements.flatMap((statement) => statement.parts))].toSorted();
  const inSection = (section: number) => statements.filter(({ id }) => sectionOf(id) === section);
  const of = ({ id }: Statement) => proofs.get(id) ?? [];
  const count = (list: readonly Statement[]) => counted(list, (statement) => of(statement).length > 0);
  const countPart = (part: string) =>
    counted(
      statements.filter((statement) => statement.parts.includes(part)),
      (statement) => isProvedFor(part, of(statement)),
    );
  const open = (part: string) => {
    const ids = statements.filter((statement) => isOpen(part, statement, of(statement))).map(({ id }) => id);
    return ids.length === 0 ? '' : `; no test of its own: ${ids.toSorted().join(', ')}`;
  };
  return [
    HEAD,
    table('Section', [
      ...sections.map(
        (section) => [`${section}. ${SECTIONS[section] ?? ''}`.trim(), count(inSection(section))] as const,
      ),
      ['All', count(statements)],
    ]),
    table(
      'Part',
      parts.map((part) => [part, `${countPart(part)}${open(part)}`] as const),
    ),
    ...sections.map((section) => renderSection(section, inSection(section), proofs)),
  ].join('\n');
}

function isOpen(part: string, statement: Statement, proofs: readonly Proof[]): boolean {
  return statement.untestable === undefined && partsWithout(statement, proofs).includes(part);
}

function counted(statements: readonly Statement[], isProved: (statement: Statement) => boolean): string {
  const testable = statements.filter(({ untestable }) => untestable === undefined);
  return `${testable.filter(isProved).length}/${testable.length}`;
}

function table(heading: string, rows: readonly (readonly [string, string])[]): string {
  const lines = rows.map(([name, count]) => `| ${name} | ${count} |`);
  return [`| ${heading} | proved |`, '|---|---|', ...lines, ''].join('\n');
}

function renderSection(section: number, statements: readonly Statement[], proofs: Proofs): string {
  const sorted = statements.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const heading = `## ${section}. ${SECTIONS[section] ?? ''}`.trim();
  return [
    heading,
    '',
    ...sorted.flatMap((statement) => renderStatement(statement, proofs.get(statement.id) ?? [])),
    '',
  ].join('\n');
}

function renderStatement(statement: Statement, proofs: readonly Proof[]): string[] {
  const { id, text, untestable } = statement;
  if (untestable !== undefined) return [`- ${id} ${text} *Not testable: ${untestable}.*`];
  if (proofs.length === 0) return [`- ${id} ${text} *Not proved yet.*`];
  const lines = proofs.map(({ title, file }) => `  - ${title} (\`${file}\`)`);
  const without = partsWithout(statement, proofs);
  const open = without.length === 0 ? '' : ` *No test of: ${without.join(', ')}.*`;
  return [`- **${id}** ${text}${open}`, ...[...new Set(lines)].toSorted()];
}
