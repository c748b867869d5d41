import { commandLine } from '@vestibule/contracts';
import type { AdminToken } from '../../../repositories/admin-tokens.ts';
import { findWhatWasDoneBy } from '../../../repositories/audit-log.ts';
import type { Person } from '../../../repositories/people.ts';
import type { AdminAction, AuditEvent } from '../../audit/audit.ts';
import type { ServerContext } from '../../../context/server-context.ts';
import { namesOf } from './token-owners.ts';

const DAY_MS = 86_400_000;
const DAYS = 30;
const SHOWN = 3;

/**
 * Whether no one takes back what an administrator does, or a thief with their cookie, when their role ends. Each act of theirs
 * is decided here.
 */
const STAYS_OF: Readonly<Record<AdminAction, boolean>> = {
  'admin-read': false,
  'admin-call': false,
  // Tokens end with their owner.
  'admin-token': false,
  application: true,
  backup: false,
  'caller-number': false,
  'check-again': false,
  company: true,
  'company-settings': true,
  device: true,
  gate: true,
  invitation: true,
  lifecycle: true,
  mail: true,
  'master-key': false,
  'people-import': true,
  person: true,
  'person-block': true,
  'person-erase': true,
  'person-export': false,
  'policy-try-out': false,
  provider: true,
  role: true,
  'saml-key': true,
  'sessions-ended': false,
  silo: true,
  software: true,
};

/** What people of an identity provider and rules of the gate are changed by is written under these. */
const STAYS: readonly AuditEvent['action'][] = [
  ...(Object.keys(STAYS_OF) as AdminAction[]).filter((action) => STAYS_OF[action]),
  'access-grant',
  'policy',
  'upstream',
  'upstream-link',
];

const ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/**
 * Tokens end with their owner; what else someone changed lately, with these tokens too, is named to who ends their sessions,
 * role or factors. @returns none, or one sentence with the command that shows all of it
 */
export async function noteOnWhatStays(
  context: ServerContext,
  { id, login }: Pick<Person, 'id' | 'login'>,
  tokens: readonly AdminToken[],
): Promise<string[]> {
  const from = new Date(context.now().getTime() - DAYS * DAY_MS);
  const parts = await listDone(context, { personId: id, tokens: actorsOf(tokens), from });
  return parts === null
    ? []
    : [`What they changed in the last ${DAYS} days stays: ${parts}. Look through it: ${commandOf(login, from)}`];
}

/** A token ends, and what was done with it does not: people that a thief made, with their invitations and computers. */
export async function noteOnWhatTokenDid(context: ServerContext, token: AdminToken): Promise<string[]> {
  const [actor = ''] = actorsOf([token]);
  const from = token.createdAt;
  const parts = await listDone(context, { personId: null, tokens: [actor], from });
  return parts === null ? [] : [`What was changed with it stays: ${parts}. Look through it: ${commandOf(actor, from)}`];
}

const actorsOf = (tokens: readonly AdminToken[]) => namesOf(tokens).map((name) => `token ${name}`);
const commandOf = (actor: string, from: Date) =>
  commandLine({ command: ['audit'], options: ['--actor', actor, '--from', from.toISOString().slice(0, 10)] });

/** What stays of what they did, by kind. @returns null where nothing does */
async function listDone(
  { database, company }: ServerContext,
  wanted: { readonly personId: string | null; readonly tokens: readonly string[]; readonly from: Date },
): Promise<string | null> {
  const done = await findWhatWasDoneBy(database, company.id, { ...wanted, actions: STAYS });
  const parts = STAYS.flatMap((action) => {
    const targets = [...new Set(done.filter((entry) => entry.action === action).map(({ target }) => target ?? ''))];
    return targets.length === 0 ? [] : [`${action} (${listOf(targets)})`];
  });
  return parts.length === 0 ? null : parts.join(', ');
}

/** The first names, and how many more; of what has only an id, how many. */
function listOf(targets: readonly string[]): string {
  const names = targets.filter((target) => target !== '' && !ID.test(target)).slice(0, SHOWN);
  const more = targets.length - names.length;
  if (names.length === 0) return String(more);
  return `${names.join(', ')}${more === 0 ? '' : ` and ${more} more`}`;
}
