import type { Command } from 'commander';
import { misuse } from '../frame/failure.ts';
import { writePrivateFile } from '../frame/files.ts';
import { dayText } from '../frame/output.ts';
import { findPersonId, findTokenId } from '../frame/resolve.ts';
import { changing, examples, run } from '../frame/run.ts';

const ROLES = ['auditor', 'support', 'administrator'] as const;

interface CreateOptions {
  readonly role: string;
  readonly owner?: string;
  readonly days?: string;
  readonly out?: string;
}

export function addTokenCommands(program: Command): void {
  const token = program.command('token').description('tokens for the command line of other computers');
  token
    .command('list', { isDefault: true })
    .description('the tokens that were made; never the tokens themselves')
    .action((_options: object, command: Command) =>
      run(command, async ({ ask, output }) => {
        const found = await ask('adminTokens');
        output.answer(found, () =>
          output.table(
            found.tokens,
            [
              { heading: 'NAME', cell: ({ name }) => name, isFlexible: true },
              { heading: 'ROLE', cell: roleText },
              { heading: 'MADE BY', cell: ownerText, isFlexible: true },
              { heading: 'SINCE', cell: ({ createdAt }) => dayText(createdAt) },
              { heading: 'LAST USED', cell: ({ lastUsedAt }) => dayText(lastUsedAt) },
              {
                heading: 'GOOD UNTIL',
                cell: ({ expiresAt, revokedAt }) =>
                  revokedAt === null ? dayText(expiresAt) : `revoked ${dayText(revokedAt)}`,
              },
            ],
            'There is no token.',
          ),
        );
      }),
    );
  const create = changing(token.command('create <name>'))
    .description('make a token for one company, which is shown this once')
    .requiredOption('--role <role>', 'what it may: auditor, support or administrator')
    .option('--owner <login>', 'who answers for it: it may do no more than they, and ends with their role')
    .option('--days <n>', 'how long it is good for, up to 366', '90')
    .option('--out <file>', 'write it to a new file that only you can read, instead of showing it')
    .action((name: string, options: CreateOptions, command: Command) =>
      run(command, async (session) => {
        const { ask, output } = session;
        const role = ROLES.find((one) => one === options.role);
        if (role === undefined) throw misuse(`${options.role} is no role. There are ${ROLES.join(', ')}.`);
        const owner = options.owner === undefined ? {} : { ownerId: await findPersonId(session, options.owner) };
        const made = await ask('adminCreateToken', { body: { name, role, days: Number(options.days), ...owner } });
        const { token: text, ...shown } = made;
        if (options.out !== undefined && text !== null) {
          await writePrivateFile(options.out, `${text}\n`);
          return output.answer({ ...shown, file: options.out }, () =>
            output.outcomeText(shown, `The token is in ${options.out}.`),
          );
        }
        output.answer(made, () => {
          output.outcomeText(shown, 'The token is made. It is shown this once:');
          if (text !== null) output.line(`\n${text}\n`);
          if (text !== null)
            output.say('Keep it in a file that only you can read, and use it with --url and --token-file.');
        });
      }),
    );
  examples(create, [
    'token create sven-desk --role support --owner sven --out helpdesk.token',
    'person list --url https://gate.example.com --token-file helpdesk.token',
  ]);
  changing(token.command('revoke <name>'))
    .description('revoke a token, at once')
    .action((name: string, _options: object, command: Command) =>
      run(command, async (session) => {
        const parameters = { tokenId: await findTokenId(session, name) };
        session.output.outcome(
          await session.ask('adminRevokeToken', { parameters }),
          `The token ${name} opens nothing now.`,
        );
      }),
    );
}

interface ListedToken {
  readonly role: string;
  readonly actsAs: string | null;
  readonly revokedAt: string | null;
  readonly createdAt: string;
  readonly madeBy: { readonly kind: 'person' | 'server'; readonly login: string | null };
}

/** What it may do now, which is no more than its owner may do. */
function roleText({ role, actsAs, revokedAt }: ListedToken): string {
  if (revokedAt !== null || actsAs === role) return role;
  return actsAs === null ? `${role}, acts as nothing` : `${role}, acts as ${actsAs}`;
}

function ownerText({ madeBy: { kind, login } }: ListedToken): string {
  switch (kind) {
    case 'server':
      return 'at the server';
    case 'person':
      return login ?? 'an erased person';
    default:
      return kind satisfies never;
  }
}
