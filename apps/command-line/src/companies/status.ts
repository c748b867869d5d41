import type { Command } from 'commander';
import { counted, dayText } from '../frame/output.ts';
import { examples, run } from '../frame/run.ts';

export function addStatusCommand(program: Command): void {
  const status = program
    .command('status')
    .description('the state of the server and the company, and what needs your attention')
    .action((_options: object, command: Command) =>
      run(command, async ({ ask, output }) => {
        const found = await ask('adminStatus');
        output.answer(found, () => {
          const { company, caller } = found;
          output.facts([
            [
              'Server',
              `version ${found.version}, up for ${upText(found.uptimeSeconds)}, ${databaseText(found.database)}`,
            ],
            ['You', `${caller.name}, ${caller.role}`],
            ['Companies', found.companies.join(', ')],
            ...(company === null
              ? []
              : ([
                  ['', ' '],
                  ['Company', `${company.displayName} (${company.name}), ${company.publicUrl}`],
                  ['Policy', policyText(company.policy)],
                  ['People', `${company.people}, ${company.blockedPeople} blocked, ${company.signedIn} signed in now`],
                  ['Computers', `${counted(company.devicesWaiting, 'waits', 'wait')} for approval`],
                  [
                    'Access',
                    `${counted(company.openAccessRequests, 'request waits', 'requests wait')}, ${counted(company.liveGrants, 'grant is open', 'grants are open')}`,
                  ],
                  ['Password', company.stolenPassword],
                  ['SAML key', `good until ${dayText(company.samlKeyExpiresAt)}`],
                ] as const)),
          ]);
          if (found.warnings.length > 0) output.line();
          output.notes(found.warnings);
          if (company === null && found.companies.length > 1)
            output.say('Name a company to see how it stands: --company NAME');
        });
      }),
    );
  examples(status, ['status', 'status --company alderbrook --json']);
}

function upText(seconds: number): string {
  if (seconds < 120) return `${seconds} seconds`;
  if (seconds < 7200) return `${Math.floor(seconds / 60)} minutes`;
  return seconds < 172_800 ? `${Math.floor(seconds / 3600)} hours` : `${Math.floor(seconds / 86_400)} days`;
}

function databaseText(database: 'embedded' | 'server'): string {
  return database === 'embedded' ? 'embedded database' : 'PostgreSQL';
}

export function policyText(policy: {
  readonly version: string;
  readonly source: string;
  readonly workplaceAccessPolicy: string;
  readonly isPolicyEnforced: boolean;
}): string {
  const mode = policy.workplaceAccessPolicy;
  const enforced = mode === 'Strict' ? '' : policy.isPolicyEnforced ? ', enforced' : ', not enforced';
  return `${mode}${enforced}; version ${policy.version}, ${SOURCES[policy.source] ?? policy.source}`;
}

const SOURCES: Readonly<Record<string, string>> = {
  file: 'from the policy file',
  command: 'applied by an administrator',
  'built-in': 'built in',
};
