import type { ShownSoftware } from '@vestibule/contracts';
import type { Command } from 'commander';
import { misuse } from '../frame/failure.ts';
import { changing, examples, type Run, run } from '../frame/run.ts';
import { type Output, timeText } from '../frame/output.ts';

/** What only a program on the server can do. */
export interface SoftwareFiles {
  readonly addCommands: (software: Command) => void;
}

const STATES: Readonly<Record<ShownSoftware['state'], string>> = {
  'waits-for-approval': 'waits for approval by another administrator',
  offered: 'offered',
  over: 'over: sign it again',
  unsigned: 'signed by no key that is set here',
  'file-missing': 'its package is not on this server: add it again',
};

/** @param files left out: the program works from elsewhere */
export function addSoftwareCommands(program: Command, files?: SoftwareFiles): void {
  const software = program
    .command('software')
    .description('what "Install now" may install: signed by an offline key, and approved by a second administrator');
  const list = software
    .command('list', { isDefault: true })
    .description('what was added, and what keeps it from computers')
    .action((_options: object, command: Command) =>
      run(command, async ({ ask, output }) => {
        const found = await ask('adminSoftware');
        output.answer(found, () =>
          output.table(
            found.software,
            [
              { heading: 'NAME', cell: ({ id }) => id },
              { heading: 'FOR', cell: ({ checkType }) => checkType },
              { heading: 'WHAT', cell: ({ name, version }) => `${name} ${version}`, isFlexible: true },
              { heading: 'UNTIL', cell: ({ notAfter }) => notAfter.slice(0, 10) },
              { heading: 'STATE', cell: ({ state }) => STATES[state], isFlexible: true },
            ],
            'No software was added.',
          ),
        );
      }),
    );
  examples(list, ['software list', 'software list --json']);

  files?.addCommands(software);

  const show = software
    .command('show <name>')
    .description('everything that was signed, its licence among it, and who added and approved it')
    .action((name: string, _options: object, command: Command) =>
      run(command, async (session) => {
        const found = await findOne(session, name);
        session.output.answer(found, () => {
          session.output.facts([...whatItIs(found), ['Approved', approvalText(found)], ['State', STATES[found.state]]]);
          session.output.line();
          session.output.say('Licence:');
          session.output.say(found.licence, 2);
        });
      }),
    );
  examples(show, ['software show fleet-1.30']);

  const approve = changing(software.command('approve <name>'))
    .description('offer what another administrator added; never what you added, and never at the server itself')
    .action((name: string, _options: object, command: Command) =>
      run(command, async (session) => {
        const found = await findOne(session, name);
        const { id, sha256 } = found;
        tellWhatIsApproved(session.output, found);
        const outcome = await session.ask('adminApproveSoftware', {
          parameters: { softwareId: id },
          body: { sha256 },
        });
        session.output.outcome(outcome, `${id} is offered from now on, on every server that has its package.`);
      }),
    );
  examples(approve, ['software approve fleet-1.30 --url https://gate.example.com --token-file token']);

  const remove = changing(software.command('remove <name>'))
    .description('offer it no more; what is installed stays')
    .action((name: string, _options: object, command: Command) =>
      run(command, async (session) => {
        const outcome = await session.ask('adminRemoveSoftware', { parameters: { softwareId: name } });
        session.output.outcome(outcome, `${name} is not offered any more.`);
      }),
    );
  examples(remove, ['software remove fleet-1.30 --dry-run', 'software remove fleet-1.30']);
}

/** Who approves sees what it is, before it is done and without another command. */
export function tellWhatIsApproved(output: Output, found: ShownSoftware): void {
  if (output.isJson) return;
  output.say(`You approve this for ${SYSTEMS[found.kind]} whose check ${found.checkType} misses it:`);
  output.facts(whatItIs(found));
  output.line();
}

/** The computers of each kind. */
const SYSTEMS: Readonly<Record<ShownSoftware['kind'], string>> = {
  deb: 'every Debian and Ubuntu computer',
  msi: 'every Windows computer',
};

function whatItIs(found: ShownSoftware): readonly (readonly [string, string])[] {
  return [
    ['Is', `${found.name} ${found.version} of ${found.publisher}`],
    ['For', `${found.checkType}, the agent ${found.agent}`],
    ['Package', `${found.productCode ?? found.packageName}, ${found.kind}, ${found.architecture}`],
    ['File', `${found.fileName}, ${found.size} bytes`],
    ['SHA-256', found.sha256],
    ['Signed', `${timeText(found.issuedAt)} UTC, until ${timeText(found.notAfter)} UTC`],
    ['Added', `${timeText(found.addedAt)} UTC by ${found.addedBy ?? 'a person who is gone'}`],
  ];
}

function approvalText({ approvedAt, approvedBy }: ShownSoftware): string {
  if (approvedAt === null) return 'not yet';
  return `${timeText(approvedAt)} UTC by ${approvedBy ?? 'a person of the provider, or who is gone'}`;
}

async function findOne({ ask }: Run, name: string): Promise<ShownSoftware> {
  const { software } = await ask('adminSoftware');
  const found = software.find(({ id }) => id === name);
  if (found === undefined) throw misuse(`There is no software of the name ${name}. See: vestibule software list`);
  return found;
}
