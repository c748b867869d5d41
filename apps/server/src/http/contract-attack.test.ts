import { type Call, type CallName, CALLS } from '@vestibule/contracts';
import { eq } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { devices, issuedAssertions, people, secondFactors, webSessions } from '../database/schema.ts';
import { addCompany, firstCompany, type TestCompany } from '../testing/companies.ts';
import { answerOf, type Guise, isDeclared, make, makeUp, optionalNames } from '../testing/contract-call.ts';
import { addPerson, giveRole, type Planted, plantSession } from '../testing/planted.ts';
import type { Sent } from '../testing/send.ts';
import { compareRows, readRowsWith } from '../testing/stored-rows.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { createVictim, type Victim } from '../testing/victim.ts';

/**
 * The whole contract table, as everybody who must not get in. No matter who they are: the answer is declared, tells nothing of
 * the victim and changes nothing that is the victim's.
 */
interface Attacker {
  readonly name: string;
  /** At whose address. */
  readonly at: 'victim' | 'elsewhere';
  readonly pretend: (call: Call) => Promise<Guise>;
  /** What they may have at all: what anybody may, or what is their own. */
  readonly gets: 'public' | 'own';
  /** What such a call has to answer, where that is one and the same. */
  readonly refusal?: (call: Call) => string | null;
}

const POLICY = [
  'version: 1',
  'workplaceAccessPolicy: Permissive',
  'isPolicyEnforced: false',
  'checks:',
  '  FirewallEnable: { severity: required }',
].join('\n');

let server: TestServer;
let company: TestCompany;
let elsewhere: TestCompany;
let victim: Victim;
/** What is stored of the victim. */
let stored: readonly string[];

beforeAll(async () => {
  server = await startTestServer({ policy: POLICY, trustedProxies: ['127.0.0.1'] });
  company = await firstCompany(server);
  elsewhere = await addCompany(server, 'elsewhere');
  victim = await createVictim(company);
  for (const [place, login, role] of [
    [company, 'auditor', 'auditor'],
    [company, 'half-administrator', 'administrator'],
    [elsewhere, 'administrator', 'administrator'],
  ] as const) {
    await giveRole(place, await addPerson(place, login), role);
  }
  await addPerson(company, 'blocked', { disabledAt: server.context.now() });
  await addPerson(company, 'waiting');
  stored = await readRowsWith(server.context.database, victim.secrets);
});
afterAll(() => server.close());

const isByToken = ({ authentication }: Call) => typeof authentication === 'object' && 'scopes' in authentication;
const isByRole = ({ authentication }: Call) => typeof authentication === 'object' && 'role' in authentication;
const isPublic = ({ authentication }: Call) => authentication === 'none' || authentication === 'optional';
const isBySession = ({ authentication }: Call) =>
  typeof authentication === 'string' && ['session', 'first-factor', 'session-or-token'].includes(authentication);

/** Someone with a session of their own, and a token of it for the calls that take one. */
async function asPerson(
  place: TestCompany,
  login: string,
  call: Call,
  changes: Parameters<typeof plantSession>[2] = {},
): Promise<Guise> {
  const known = sessions.get(`${place.id} ${login}`);
  // A call that changes something may end the session.
  const session = call.method === 'GET' && known !== undefined ? known : await plantSession(place, login, changes);
  sessions.set(`${place.id} ${login}`, session);
  return isByToken(call) ? { headers: await session.token('device-v2') } : session.browser;
}

const sessions = new Map<string, Planted>();

const ATTACKERS: readonly Attacker[] = [
  { name: 'nobody', at: 'victim', gets: 'public', pretend: async () => ({}) },
  {
    name: 'a stranger of the same company',
    at: 'victim',
    gets: 'own',
    pretend: (call) => asPerson(company, 'tomas', call),
    refusal: (call) => (isByRole(call) ? '403 role_missing' : null),
  },
  {
    name: 'a stranger of another company, with what opens doors there',
    at: 'victim',
    gets: 'public',
    pretend: (call) => asPerson(elsewhere, 'tomas', call),
  },
  {
    name: 'a stranger of another company, at its own address',
    at: 'elsewhere',
    gets: 'own',
    pretend: (call) => asPerson(elsewhere, 'tomas', call),
    refusal: (call) => (isByRole(call) ? '403 role_missing' : null),
  },
  {
    name: 'the victim, at the address of another company',
    at: 'elsewhere',
    gets: 'public',
    pretend: async (call) => (isByToken(call) ? { headers: victim.tokens[0] ?? {} } : victim.browser),
  },
  {
    name: 'an administrator of another company, with what opens doors there',
    at: 'victim',
    gets: 'public',
    pretend: (call) => asPerson(elsewhere, 'administrator', call, { factors: ['password', 'totp'] }),
  },
  {
    name: 'an administrator of another company, at its own address',
    at: 'elsewhere',
    gets: 'own',
    pretend: (call) => asPerson(elsewhere, 'administrator', call, { factors: ['password', 'totp'] }),
  },
  {
    name: 'a token of the restricted scope',
    at: 'victim',
    gets: 'own',
    pretend: async () => ({ headers: await (await plantSession(company, 'tomas')).token('device-v2-restricted') }),
    refusal: ({ authentication }) => {
      if (authentication === 'session-or-token') return '403 access_token_scope';
      const isTaken = typeof authentication !== 'object' || !('scopes' in authentication);
      return isTaken || authentication.scopes.includes('device-v2-restricted') ? null : '403 access_token_scope';
    },
  },
  {
    name: 'an access token in the place of an administrator’s',
    at: 'victim',
    gets: 'public',
    pretend: async () => ({ headers: await (await plantSession(company, 'tomas')).token('device-v2', 'Bearer') }),
  },
  {
    name: 'someone who only has the victim’s password',
    at: 'victim',
    gets: 'own',
    pretend: async () => (await plantSession(company, 'nadia', { awaits: 'second-factor' })).browser,
    refusal: (call) =>
      isByRole(call) || (isBySession(call) && call.authentication !== 'first-factor') ? '401 not_signed_in' : null,
  },
  {
    name: 'an administrator without a second factor',
    at: 'victim',
    gets: 'own',
    pretend: (call) => asPerson(company, 'half-administrator', call),
    refusal: (call) => (isByRole(call) ? '403 second_factor_missing' : null),
  },
  {
    name: 'a person whom support has disabled',
    at: 'victim',
    gets: 'public',
    pretend: (call) => asPerson(company, 'blocked', call),
    refusal: (call) => (isBySession(call) || isByToken(call) || isByRole(call) ? '403 account_disabled' : null),
  },
  {
    name: 'the same person, whose sessions have ended with it',
    at: 'victim',
    gets: 'public',
    pretend: async (call) => {
      const ended = await plantSession(company, 'blocked', { revokedAt: server.context.now() });
      return isByToken(call) ? { headers: await ended.token('device-v2') } : ended.browser;
    },
    refusal: (call) => (isBySession(call) || isByToken(call) || isByRole(call) ? '403 account_disabled' : null),
  },
  {
    name: 'a stranger whose device check is missing still',
    at: 'victim',
    gets: 'own',
    pretend: (call) => asPerson(company, 'waiting', call, { awaits: 'device' }),
    refusal: (call) => (isByRole(call) ? '403 role_missing' : null),
  },
];

const rows = Object.entries(CALLS) as readonly [CallName, Call][];

/** What a call is made with: the victim's own ids wherever it has a place for them. */
function variantsFor(attacker: Attacker, call: Call): readonly Record<string, unknown>[] {
  const madeUp = Object.fromEntries(Object.keys(victim.bearer).map((name) => [name, `${company.id}.made-up`]));
  // Anyone who has such an address may use it at the company it is for; elsewhere it is worth nothing.
  const named = { ...victim.named, ...(attacker.at === 'elsewhere' ? victim.bearer : madeUp) };
  // Without what narrows an answer down, and without what alone would refuse it.
  const bare = { ...named, ...Object.fromEntries(optionalNames(call).map((name) => [name, undefined])) };
  // Anyone who knows the account and the device both may be the client: it is told nothing else.
  if (call === CALLS.agentNonce) return [{ ...named, deviceId: randomUUID() }];
  // By the first version, an account stands where a device does.
  const byAccount = call.path.includes('{deviceId}') ? [{ ...named, deviceId: victim.named['accountId'] }] : [];
  if (!isByRole(call)) return [named, bare, ...byAccount];
  return attacker.at === 'victim' ? [named] : [named, { ...bare, company: 'elsewhere', dryRun: 'true' }];
}

/** Whether such a call could only be answered with what is the victim's. */
function isVictims(call: Call, parts: object): boolean {
  const sent = JSON.stringify(parts);
  const { sessionId, accountId, permit } = victim.named;
  const stolen = [sessionId, accountId, permit, ...Object.values(victim.bearer)];
  const isNamed = /\{(?!key\})\w+\}/.test(call.path);
  return call.authentication === 'signed-url' || isNamed || stolen.some((value) => sent.includes(String(value)));
}

/** What an attacker was told that was not theirs to know. */
function leaksOf(attacker: Attacker, call: Call, parts: object, reply: Sent): readonly string[] {
  const sent = JSON.stringify(parts);
  const secrets = attacker.at === 'elsewhere' ? [...victim.secrets, ...victim.companySecrets] : victim.secrets;
  // Who has given the first factor as someone is greeted by that name.
  const isGreeted = call.authentication === 'first-factor';
  const told = isGreeted ? secrets.filter((secret) => !/^(Nadia|[\w-]+@victim)/.test(secret)) : secrets;
  const text = call.path === CALLS.adminAudit.path ? withoutOwnRefusals(reply.text) : reply.text;
  return told.filter((secret) => secret !== '' && !sent.includes(secret) && text.includes(secret));
}

/** Refused calls of a known caller stand in the log of their own company, with what they themselves asked for. */
function withoutOwnRefusals(text: string): string {
  const { entries = [] } = JSON.parse(text) as {
    readonly entries?: readonly { readonly outcome: string; readonly actor: string | null }[];
  };
  return JSON.stringify(entries.filter(({ outcome, actor }) => outcome !== 'refused' || actor === null));
}

/**
 * What belongs to a session that awaits its second factor: that session itself, and which session showed a pending
 * sign-in of the same person last.
 */
function isOfHalfSession(row: string): boolean {
  return /^web_sessions .*second-factor/.test(row) || row.startsWith('pending_sign_ins');
}

describe.each(rows)('%s', (_name, call) => {
  test('gives no one what is the victim’s', async () => {
    const guises = await Promise.all(ATTACKERS.map((attacker) => attacker.pretend(call)));
    const complaints: string[] = [];
    for (const [index, attacker] of ATTACKERS.entries()) {
      for (const named of variantsFor(attacker, call)) {
        const parts = makeUp(call, named, index);
        const place = attacker.at === 'victim' ? company : elsewhere;
        const reply = await make(place, call, parts, guises[index] ?? {});
        const answer = answerOf(reply);
        const complain = (what: string) => complaints.push(`${attacker.name}: ${answer}: ${what}`);
        const wanted = attacker.refusal?.(call) ?? null;
        if (reply.text.includes('There is nothing here.')) complain('there is no such route');
        else if (!isDeclared(call, reply)) complain('is not declared');
        if (wanted !== null && wanted !== answer) complain(`should be ${wanted}`);
        const mayHave = isPublic(call) || (attacker.gets === 'own' && call.authentication !== 'signed-url');
        const isTaken = reply.status < 400;
        if (isTaken && !mayHave) complain('is not a refusal');
        if (isTaken && isVictims(call, parts)) complain('is not a refusal of what is the victim’s');
        for (const secret of leaksOf(attacker, call, parts, reply)) complain(`tells ${secret}`);
      }
    }
    expect(complaints).toEqual([]);
    const before = stored;
    stored = await readRowsWith(server.context.database, victim.secrets);
    const { added, gone } = compareRows(before, stored);
    expect(gone.filter((row) => !isOfHalfSession(row))).toEqual([]);
    expect(added.filter((row) => row.includes(victim.personId) && !isOfHalfSession(row))).toEqual([]);
  });
});

test('someone with the victim’s password, whose device check is missing, opens nothing and becomes nothing more', async () => {
  const { database } = server.context;
  const isTheirs = eq(people.id, victim.personId);
  const read = async () => ({
    assertions: await database.select().from(issuedAssertions),
    factors: await database.select().from(secondFactors),
    devices: (await database.select().from(devices)).map(({ id, state }) => ({ id, state })),
    password: (await database.select().from(people).where(isTheirs)).map(({ passwordHash }) => passwordHash),
  });
  const before = await read();
  const complaints: string[] = [];
  let session = await plantSession(company, 'nadia', { awaits: 'device' });
  for (const [name, call] of rows) {
    const variants = variantsFor({ name, at: 'victim', gets: 'own', pretend: async () => ({}) }, call);
    for (const [index, named] of variants.entries()) {
      const guise = isByToken(call) ? { headers: await session.token('device-v2') } : session.browser;
      const reply = await make(company, call, makeUp(call, named, index), guise);
      if (reply.text.includes('samlResponse"')) complaints.push(`${name} gives a response`);
      if (isByRole(call) && reply.status < 400) complaints.push(`${name} takes them for an administrator`);
      const [after] = await database.select().from(webSessions).where(eq(webSessions.id, session.sessionId));
      const { awaits, factors, revokedAt } = after ?? {};
      // One sign-in as long as it lasts: what a call leaves behind must not help the next one either.
      if (revokedAt !== null) session = await plantSession(company, 'nadia', { awaits: 'device' });
      if (awaits !== 'device' || factors?.join() !== 'password')
        complaints.push(`${name} counts as ${factors?.join()}`);
    }
  }
  expect(complaints).toEqual([]);
  expect(await read()).toEqual(before);
});
