import type { Command } from 'commander';
import type { CallAnswer } from '../frame/client.ts';
import { misuse } from '../frame/failure.ts';
import { counted, type Output, timeText } from '../frame/output.ts';
import { examples, run } from '../frame/run.ts';

export function addReportCommand(program: Command): void {
  const report = program
    .command('report')
    .description('how the gate did: who is covered, outcomes, and who went through without a good computer')
    .option('--days <n>', 'how many days back, up to 90', '7')
    .action((options: { readonly days: string }, command: Command) =>
      run(command, async ({ ask, output }) => {
        const days = Number(options.days);
        if (!/^\d{1,2}$/.test(options.days) || days < 1 || days > 90)
          throw misuse('--days takes a number from 1 to 90.');
        const found = await ask('adminReport', { query: { days: options.days } });
        output.answer(found, () => {
          const { people, computers } = found;
          output.facts([
            ['From', `${timeText(found.from)} UTC`],
            [
              'People',
              people.signedIn === 0
                ? 'no one signed in'
                : `${people.signedIn} signed in, ${people.withReport} of them with a computer that reported`,
            ],
            [
              'Computers',
              (computers.reported === 0
                ? 'none reported'
                : `${computers.reported} reported: ${computers.compliant} compliant, ${computers.grace} in grace, ${computers.notCompliant} not compliant`) +
                refusedText(found.refusedReports),
            ],
          ]);
          printStoppedEarly(output, found.stoppedBeforeReport);
          printCounts(output, 'CHECK', 'COMPUTERS BLOCKED', found.blockingChecks);
          printCounts(output, 'WENT TO APPLICATIONS', 'TIMES', inWords(found.assertions));
          printCounts(output, 'LEAVE', 'TIMES', inWords(found.leave));
          printRefusals(output, found);
          printCounts(output, 'WORKPLACE', 'COMPUTERS', found.clientVersions);
          printCounts(output, 'SYSTEM', 'COMPUTERS', found.operatingSystems);
          output.line();
          output.table(
            found.exceptions,
            [
              { heading: 'TIME (UTC)', cell: ({ at }) => timeText(at) },
              { heading: 'PERSON', cell: ({ login }) => login ?? '-', isFlexible: true },
              { heading: 'APPLICATION', cell: ({ applicationName }) => applicationName ?? '-', isFlexible: true },
              { heading: 'COMPUTER', cell: ({ standing }) => WORDS[standing] ?? standing, isFlexible: true },
              {
                heading: 'REASON',
                cell: whyThrough,
                isFlexible: true,
              },
            ],
            'No one got in without a computer that met the policy.',
          );
          if (found.moreExceptions > 0) output.say(`and ${found.moreExceptions} more before.`);
        });
      }),
    );
  examples(report, ['report', 'report --days 30 --json']);
}

/** People who came and are in no other table: their computers never reported. */
function printStoppedEarly(output: Output, found: CallAnswer<'adminReport'>['stoppedBeforeReport']): void {
  if (found.people === 0) return;
  output.line();
  output.say(`Reached the gate and never got a report: ${counted(found.people, 'person', 'people')}.`);
  output.table(
    found.examples,
    [
      { heading: 'PERSON', cell: ({ login }) => login, isFlexible: true },
      { heading: 'ON THE WAY TO', cell: ({ applicationName }) => applicationName, isFlexible: true },
      { heading: 'TIMES', cell: ({ times }) => String(times) },
      {
        heading: 'AS FAR AS',
        cell: ({ hasAnswered }) => (hasAnswered ? 'Workplace answered' : 'no extension or no Workplace'),
        isFlexible: true,
      },
      { heading: 'LAST (UTC)', cell: ({ at }) => timeText(at) },
    ],
    '',
  );
}

/** Words of the server, as someone who was never told them reads them. */
const WORDS: Readonly<Record<string, string>> = {
  compliant: 'computer met the policy',
  grace: 'computer in grace',
  temporary: 'temporary access',
  skipped: 'without Workplace',
  'not-compliant': 'computer did not meet the policy',
  'not-checked': 'computer was not read',
};

/** The same counts, by what their names mean. */
function inWords(counts: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(Object.entries(counts).map(([name, count]) => [WORDS[name] ?? name, count]));
}

/** Why someone went through without a computer that met the policy. */
function whyThrough({ reason, evidence, observed }: CallAnswer<'adminReport'>['exceptions'][number]): string {
  if (reason !== null) return reason;
  if (observed === 'gate') return 'gate observed';
  if (observed === 'scope') return 'not in enforceFor';
  return evidence === 'upstream' ? 'the identity provider vouched' : '-';
}

/** Such as ‘; 2 reports were refused’: without it no one looks for the reason why so few have reported. */
function refusedText(reports: Readonly<Record<string, number>>): string {
  const refused = Object.values(reports).reduce((sum, one) => sum + one, 0);
  if (refused === 0) return '';
  return refused === 1 ? '; 1 report was refused' : `; ${refused} reports were refused`;
}

/** In the order in which they come in a sign-in. */
function printRefusals(output: Output, found: CallAnswer<'adminReport'>): void {
  const { refusedRequests, refusedSignIns, refusedReports, refusals } = found;
  const rows = Object.entries({
    request: refusedRequests,
    'sign-in': refusedSignIns,
    report: refusedReports,
    response: refusals,
  }).flatMap(([what, counts]) => byNumber(counts).map(([code, times]) => ({ what, code, times })));
  if (rows.length === 0) return;
  output.line();
  output.table(
    rows,
    [
      { heading: 'REFUSED', cell: ({ what }) => what },
      { heading: 'BECAUSE', cell: ({ code }) => code, isFlexible: true },
      { heading: 'TIMES', cell: ({ times }) => String(times) },
    ],
    '',
  );
}

function byNumber(counts: Readonly<Record<string, number>>) {
  return Object.entries(counts).toSorted(([, left], [, right]) => right - left);
}

function printCounts(output: Output, name: string, number: string, counts: Readonly<Record<string, number>>): void {
  const rows = byNumber(counts);
  if (rows.length === 0) return;
  output.line();
  output.table(
    rows,
    [
      { heading: name, cell: ([what]) => what, isFlexible: true },
      { heading: number, cell: ([, count]) => String(count) },
    ],
    '',
  );
}
