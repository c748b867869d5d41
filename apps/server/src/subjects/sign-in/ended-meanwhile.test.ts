import { randomUUID } from 'node:crypto';
import { called } from '../../testing/called.ts';
import { and, eq, isNull } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { hashToken } from '../../operations/crypto/tokens.ts';
import { people, secondFactors, upstreams, webSessions } from '../../database/schema.ts';
import { findWebSession, type Person } from '../../repositories/people.ts';
import { storeSecondFactor } from '../../repositories/second-factors.ts';
import { type PostgresServer, startPostgres } from '../../testing/postgres.ts';
import { openDesk } from '../../testing/administrators.ts';
import { firstCompany } from '../../testing/companies.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { Visitor } from '../../testing/visitor.ts';
import type { Caller } from '../../context/caller.ts';
import { isPasswordRight } from '../people/passwords.ts';
import type { ServerContext } from '../../context/server-context.ts';
import { beginPasskeyEnrollment, beginTotpEnrollment, confirmTotpEnrollment, enrollPasskey } from './enroll-factors.ts';
import { invitePerson } from '../people/hand-out-invitations.ts';
import { acceptInvitation } from './invitations.ts';
import { signOutEverywhere } from './sign-out.ts';
import { removeFactor, renewOwnRecoveryCodes } from './manage-factors.ts';
import { resetFactors } from '../people/factors/reset-factors.ts';
import { changeOwnPassword } from './own-password.ts';
import { beginPasskeySignIn, signInWithPasskey } from './passkey-sign-in.ts';
import { codeOf } from '@vestibule/testing/authenticator-app';
import { addPerson, newestAudit, PASSWORD, signIn } from '../people/testing/people.ts';
import { SoftwareAuthenticator } from '../people/testing/software-authenticator.ts';
import { linkPersonToUpstream } from '../people/identity-providers/manage-upstreams.ts';
import { whileSignedIn } from '../people/while-signed-in.ts';

/**
 * A thief who knows the password is signed in, and has asked for something while the account is taken back: the request was
 * let through with the session and the password as they were before.
 */
const VISIT = {
  address: '192.0.2.1',
  correlationId: 'test',
  userAgent: 'test',
  sessionToken: undefined,
  browserMark: undefined,
};
const NEW_PASSWORD = 'seven green kettles whistle';
const OVER = { refused: 'not_signed_in' };

const postgres: PostgresServer | null = await startPostgres();
if (postgres === null) process.stdout.write('PostgreSQL is not installed: two things at once are not tested.\n');

let server: TestServer;
let context: ServerContext;
let person: Person;
let thief: Caller;

beforeAll(async () => {
  server = await startTestServer({ databaseUrl: postgres?.url });
});
afterAll(async () => {
  await server.close();
  await postgres?.stop();
});
beforeEach(async () => {
  context = await server.company();
  person = await addPerson(server);
  thief = await callerOf(person);
});

async function callerOf({ companyId, login }: Person): Promise<Caller> {
  const visitor = new Visitor(server);
  await signIn(visitor, login);
  const token = visitor.cookies.get('vestibule-session') ?? '';
  const found = await findWebSession(context.database, companyId, hashToken(token), context.now());
  if (found === null) throw new Error('No one is signed in.');
  return { ...found, accessToken: null };
}

/** The victim takes the account back with a link that they were given. */
async function takeBack(): Promise<string> {
  const { url } = await invitePerson(context, VISIT, person, called('boss'));
  const accepted = await acceptInvitation(context, VISIT, {
    token: url.split('#invitation=')[1] ?? '',
    displayName: 'Ilse Brandt',
    secret: { kind: 'password', password: NEW_PASSWORD },
  });
  if ('refused' in accepted) throw new Error(accepted.refused);
  return accepted.session.sessionId;
}

const change = (caller: Caller, newPassword = PASSWORD, currentPassword = PASSWORD) =>
  changeOwnPassword(context, VISIT, caller, { currentPassword, newPassword });

const holds = async (password: string) => {
  const [row] = await context.database.select().from(people).where(eq(people.id, person.id));
  return isPasswordRight(row?.passwordHash ?? null, password);
};

const openSessions = async () => {
  const isOpen = and(eq(webSessions.personId, person.id), isNull(webSessions.revokedAt));
  return (await context.database.select().from(webSessions).where(isOpen)).map(({ id }) => id);
};

const kept = async () => {
  const rows = await context.database.select().from(secondFactors).where(eq(secondFactors.personId, person.id));
  return rows.filter(({ confirmedAt }) => confirmedAt !== null);
};

describe('a password that is changed while the account is taken back', () => {
  test('does not put the old one in place of the new one, and ends no session', async () => {
    const own = await takeBack();
    expect(await change(thief)).toMatchObject(OVER);
    expect([await holds(NEW_PASSWORD), await holds(PASSWORD)]).toEqual([true, false]);
    expect(await openSessions()).toEqual([own]);
  });

  test('stays as it was where the person was blocked and let in again', async () => {
    const desk = await openDesk(await firstCompany(server), 'administrator');
    for (const isBlocked of [true, false]) {
      const body = { isBlocked, reason: 'stolen' };
      const { status } = await desk.call('adminBlockPerson', { parameters: { personId: person.id }, body });
      expect(status).toBe(200);
    }
    expect(await change(thief, NEW_PASSWORD)).toMatchObject(OVER);
    expect(await holds(PASSWORD)).toBe(true);
  });

  test('is changed by one of two sessions at the same moment, and the other one is told and ends', async () => {
    const other = await callerOf(person);
    const answers = await Promise.all([change(thief, NEW_PASSWORD), change(other, 'eleven paper boats in rain')]);
    expect(answers.filter((answer) => 'refused' in answer)).toMatchObject([OVER]);
    expect(await openSessions()).toHaveLength(1);
  });

  test('of which the one that was checked is not the one that holds is not changed', async () => {
    const { passwordHash } = await addPerson(server);
    const [row] = await context.database.select().from(people).where(eq(people.id, person.id));
    expect(row?.passwordHash).toBe(passwordHash);
    await context.database.update(people).set({ passwordHash: 'another' }).where(eq(people.id, person.id));
    expect(await change(thief, NEW_PASSWORD)).toMatchObject({ refused: 'password_wrong' });
    const [after] = await context.database.select().from(people).where(eq(people.id, person.id));
    expect(after?.passwordHash).toBe('another');
  });
});

describe('a factor that is set up while all are taken away', () => {
  test('is not kept where it is an app', async () => {
    const begun = await beginTotpEnrollment(context, thief, 'Phone');
    if ('refused' in begun) throw new Error(begun.refused);
    const unconfirmed = await context.database.select().from(secondFactors).where(eq(secondFactors.id, begun.id));
    await resetFactors(context, VISIT, person, called('boss'));
    // As it is between the look at the code and the moment at which it is kept.
    await context.database.insert(secondFactors).values(unconfirmed);
    const code = codeOf(begun.secret, context.now());
    const input = { id: begun.id, code, loginMarker: undefined };
    expect(await confirmTotpEnrollment(context, VISIT, thief, input)).toMatchObject(OVER);
    expect(await kept()).toEqual([]);
  });

  test('is not kept where it is a passkey', async () => {
    const options = await beginPasskeyEnrollment(context, thief);
    if ('refused' in options) throw new Error(options.refused);
    const response = new SoftwareAuthenticator(server.url).create(options);
    await resetFactors(context, VISIT, person, called('boss'));
    const input = { name: 'Key', response, loginMarker: undefined };
    expect(await enrollPasskey(context, VISIT, thief, input)).toMatchObject(OVER);
    expect(await kept()).toEqual([]);
  });

  test('nor are recovery codes that someone asks for, who then would have them next to the next factor', async () => {
    const begun = await beginTotpEnrollment(context, thief, 'Phone');
    if ('refused' in begun) throw new Error(begun.refused);
    const code = codeOf(begun.secret, context.now());
    await confirmTotpEnrollment(context, VISIT, thief, { id: begun.id, code, loginMarker: undefined });
    const factors = await kept();
    await resetFactors(context, VISIT, person, called('boss'));
    // As it is between the look at the factors and the moment at which the codes are kept.
    await context.database.insert(secondFactors).values(factors.filter(({ kind }) => kind === 'totp'));
    const { session } = await findAgain();
    expect(await renewOwnRecoveryCodes(context, VISIT, { ...thief, session })).toMatchObject(OVER);
    expect((await kept()).map(({ kind }) => kind)).toEqual(['totp']);
  });
});

describe('a factor that someone lets go of while all sessions are ended', () => {
  test('stays, and so do the recovery codes', async () => {
    const begun = await beginTotpEnrollment(context, thief, 'Phone');
    if ('refused' in begun) throw new Error(begun.refused);
    const code = codeOf(begun.secret, context.now());
    await confirmTotpEnrollment(context, VISIT, thief, { id: begun.id, code, loginMarker: undefined });
    const before = await kept();
    const { session } = await findAgain();
    await signOutEverywhere(context, VISIT, thief);
    expect(await removeFactor(context, VISIT, { ...thief, session }, begun.id)).toMatchObject(OVER);
    expect(await kept()).toEqual(before);
  });
});

describe('a sign-in by passkey that is under way', () => {
  /** Does something at the moment at which the session is about to be opened: everything was looked at before. */
  const whenOpening = (work: () => Promise<unknown>): ServerContext => {
    let isDone = false;
    const transaction: ServerContext['database']['transaction'] = async (inside, ...more) => {
      if (!isDone) {
        isDone = true;
        await work();
      }
      return context.database.transaction(inside, ...more);
    };
    const database = new Proxy(context.database, {
      get: (target, name) => {
        const value: unknown = name === 'transaction' ? transaction : Reflect.get(target, name);
        return typeof value === 'function' ? (value.bind(target) as unknown) : value;
      },
    });
    return { ...context, database };
  };

  const signInByPasskey = async (meanwhile: () => Promise<unknown>) => {
    const options = await beginPasskeyEnrollment(context, thief);
    if ('refused' in options) throw new Error(options.refused);
    const key = new SoftwareAuthenticator(server.url);
    await enrollPasskey(context, VISIT, thief, { name: 'Key', response: key.create(options), loginMarker: undefined });
    const request = await beginPasskeySignIn(context);
    return signInWithPasskey(whenOpening(meanwhile), VISIT, key.get(request), undefined);
  };

  test('opens nothing once the passkey is taken away', async () => {
    const answer = await signInByPasskey(() => resetFactors(context, VISIT, person, called('boss')));
    expect(answer).toMatchObject({ refused: 'credentials_wrong' });
    expect(await openSessions()).toEqual([]);
    expect(await newestAudit(server)).toMatchObject({ action: 'sign-in', outcome: 'refused', target: person.login });
  });

  test('opens nothing once the person signs in elsewhere', async () => {
    const upstreamId = randomUUID();
    const settings = { issuer: 'https://login.example', clientId: 'vestibule' };
    const row = { companyId: person.companyId, id: upstreamId, kind: 'oidc' as const, name: 'Entra', settings };
    await context.database
      .insert(upstreams)
      .values({ ...row, sealedSecret: null, isEnabled: true, createdAt: context.now() });
    const link = { upstreamId, subject: 'x' };
    const answer = await signInByPasskey(() => linkPersonToUpstream(context, VISIT, called('boss'), person, link));
    expect(answer).toMatchObject({ refused: 'credentials_wrong' });
    expect(await openSessions()).toEqual([]);
  });

  test('opens a session where nothing has changed', async () => {
    expect(await signInByPasskey(async () => {})).toHaveProperty('token');
  });
});

describe.skipIf(postgres === null)('on PostgreSQL, where two things happen at once', () => {
  test('a factor that is being kept while all are taken away goes with them, and the session too', async () => {
    const begun = Promise.withResolvers<void>();
    const go = Promise.withResolvers<void>();
    const enrolling = whileSignedIn(context, thief, async ({ database, now }) => {
      begun.resolve();
      await go.promise;
      const holder = { companyId: person.companyId, personId: person.id };
      const times = { createdAt: now(), confirmedAt: now() };
      const id = randomUUID();
      const passkey = { kind: 'passkey', name: 'Key', lookup: id, sealed: '', lastUsed: 0 } as const;
      await storeSecondFactor(database, { ...holder, ...passkey, ...times, id });
    });
    await begun.promise;
    const resetting = resetFactors(context, VISIT, person, called('boss'));
    for (let index = 0; index < 20; index += 1) await context.database.select().from(people).limit(1);
    go.resolve();
    await Promise.all([enrolling, resetting]);
    expect(await kept()).toEqual([]);
    expect(await openSessions()).toEqual([]);
  });
});

async function findAgain() {
  const [session] = await context.database.select().from(webSessions).where(eq(webSessions.id, thief.session.id));
  if (session === undefined) throw new Error('There is no session.');
  return { session };
}
