import { createSimulatedDevice, fact } from '@vestibule/testing';
import { eq, isNotNull } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { people, webSessions } from '../database/schema.ts';
import { addPerson, setPolicy, signInAs } from '../testing/at-the-gate.ts';
import { addCompany, configure, firstCompany, type TestCompany } from '../testing/companies.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { Visitor } from '../testing/visitor.ts';
import { BRAKE } from '../subjects/policy/gate/brake.ts';
import { runCommandLine } from './run-command-line.ts';

const POLICY = 'version: 1\nworkplaceAccessPolicy: Strict\nchecks:\n  FirewallEnable: { severity: required }\n';

let server: TestServer;
let company: TestCompany;
let code: string;
/** The computer of who calls is read, with its firewall on or off. */
let report: (isOn: boolean) => Promise<unknown>;

/** A company with one person before the gate, whose firewall is off, and one where no one ever was. */
beforeAll(async () => {
  server = await startTestServer({ policy: POLICY });
  company = await firstCompany(server);
  await addCompany(server, 'harbour');
  const somebody = await addPerson(company);
  await server.context.database.update(people).set({ login: 'ilse' }).where(eq(people.id, somebody.id));
  const visitor = new Visitor(company);
  const marker = await visitor.openApplication();
  await signInAs(visitor, { ...somebody, login: 'ilse' }, marker);
  await visitor.ask(`/api/online/v1/pending-sign-in/${marker}`);
  const device = await createSimulatedDevice();
  const opened = await visitor.openSession(device);
  report = (isOn) => {
    server.advance(1000);
    return visitor.report(opened, device, { firewall: fact({ isOn, manager: 'ufw', gaps: [] }) });
  };
  await report(false);
  code = (await visitor.ask<{ displaySessionId: string }>('/api/device-compliance/v1/settings')).body.displaySessionId;
  await visitor.ask(`/api/device-compliance/v1/saml-response?loginMarker=${marker}`);
  const body = { reason: 'a new laptop', loginMarker: marker };
  await visitor.ask('/api/device-compliance/v1/temp-access-request', { method: 'POST', body });
});
afterAll(() => server.close());
beforeEach(() => configure(company, {}));

interface Typed {
  readonly exit: number;
  readonly out: string;
  readonly err: string;
}

async function type(line: string, { columns = 80, of = 'alderbrook' } = {}): Promise<Typed> {
  let [out, err] = ['', ''];
  const exit = await runCommandLine([...line.split(' '), '--company', of, '--data', server.dataFolder], {
    out: (text) => void (out += text),
    err: (text) => void (err += text),
    columns,
  });
  return { exit, out, err };
}

/** What differs from run to run, by the same number of characters. */
function steady({ out }: Pick<Typed, 'out'>): string {
  return out
    .replaceAll(/20\d\d-\d\d-\d\d \d\d:\d\d/g, '2026-11-22 09:30')
    .replaceAll(/[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g, '3f2a91c4-5b7e-4d02-8c1d-20f7195a1e76')
    .replaceAll(/refuse [\da-f]{8}/g, 'refuse 3f2a91c4');
}

const widthOf = ({ out }: Typed) => Math.max(...out.split('\n').map((line) => line.length));

describe('vestibule report', () => {
  test('says who is covered and what came of it', async () => {
    expect(steady(await type('report'))).toMatchInlineSnapshot(`
      "From       2026-11-22 09:30 UTC
      People     1 signed in, 1 of them with a computer that reported
      Computers  1 reported: 0 compliant, 0 in grace, 1 not compliant

      CHECK           COMPUTERS BLOCKED
      FirewallEnable  1

      LEAVE  TIMES
      asked  1

      REFUSED   BECAUSE         TIMES
      response  report_missing  1

      WORKPLACE  COMPUTERS
      3.7.0      1

      SYSTEM               COMPUTERS
      Debian GNU/Linux 12  1

      No one got in without a computer that met the policy.
      "
    `);
  });

  test('of a company where no one ever was', async () => {
    expect(steady(await type('report', { of: 'harbour' }))).toMatchInlineSnapshot(`
      "From       2026-11-22 09:30 UTC
      People     no one signed in
      Computers  none reported

      No one got in without a computer that met the policy.
      "
    `);
  });

  test('fits a narrow terminal', async () => {
    const ran = await type('report', { columns: 44 });
    expect(widthOf(ran)).toBeLessThanOrEqual(44);
    expect(ran.out).toContain('People     1 signed in, 1 of them with a\n           computer that reported\n');
  });

  test('as JSON', async () => {
    expect(JSON.parse((await type('report --json')).out)).toMatchObject({
      people: { signedIn: 1, withReport: 1 },
      blockingChecks: { FirewallEnable: 1 },
      exceptions: [],
    });
    const wrong = await type('report --days 91 --json');
    expect(wrong.exit).toBe(2);
    expect(JSON.parse(wrong.out)).toEqual({
      error: {
        code: 'not_understood',
        message: '--days takes a number from 1 to 90.',
        next: 'What there is: vestibule report --help',
      },
    });
  });
});

describe('vestibule gate show', () => {
  test('says how it stands, and how to close it', async () => {
    expect(steady(await type('gate show'))).toMatchInlineSnapshot(`
      "The policy is enforced.
      "
    `);
    expect(steady(await type('gate show', { of: 'harbour' }))).toBe(steady(await type('gate show')));
    const until = new Date(server.context.now().getTime() + 7_200_000).toISOString();
    await configure(company, { gate: { state: 'observing', until, isReading: false, reason: 'a bad check' } });
    expect(steady(await type('gate show'))).toMatchInlineSnapshot(`
      "Everybody is let through until 2026-11-22 09:30 UTC; no computer is read.
      Reason: a bad check. After that the policy is enforced.

      Close it again:
        vestibule gate enforce --reason TEXT
      "
    `);
    expect(widthOf(await type('gate show', { columns: 44 }))).toBeLessThanOrEqual(44);
    expect(JSON.parse((await type('gate show --json')).out)).toMatchObject({ state: 'observing', until });
  });

  test('says that the brake has acted, and by a command that is one who stored which policy', async () => {
    await setPolicy(company, POLICY);
    await setPolicy(company, POLICY.replace('required', 'required, reportOnly: true'), BRAKE);
    expect(steady(await type('gate show'))).toMatchInlineSnapshot(`
      "The policy is enforced.

      The brake has acted. Until you apply a policy, these checks stop no one:
      FirewallEnable.
        vestibule policy history
      "
    `);
    expect((await type('policy history')).out).toContain(BRAKE);
    await setPolicy(company, POLICY);
    expect((await type('gate show')).out).not.toContain('brake');
  });
});

describe('vestibule audit', () => {
  test('lists who did what', async () => {
    expect(steady(await type('audit --action sign-in'))).toMatchInlineSnapshot(`
      "WHEN (UTC)        WHO   WHAT     TO
      2026-11-22 09:30  ilse  sign-in  -
      "
    `);
  });

  test('with everything that was written down', async () => {
    expect(steady(await type('audit --actor ilse --details'))).toMatchInlineSnapshot(`
      "2026-11-22 09:30 UTC  access-request
        By ilse, to Alderbrook Mail
        reason: a new laptop
        Asked from 127.0.0.1
        Correlation id 3f2a91c4-5b7e-4d02-8c1d-20f7195a1e76

      2026-11-22 09:30 UTC  saml-response, refused
        By ilse
        code: report_missing
        reason: Send a new signed report to \`check\` for the response: a stored one
        proves no computer.
        Asked from 127.0.0.1
        Correlation id 3f2a91c4-5b7e-4d02-8c1d-20f7195a1e76

      2026-11-22 09:30 UTC  device-session
        By ilse, to 3f2a91c4-5b7e-4d02-8c1d-20f7195a1e76
        kind: full
        state: waiting
        clientVersion: 3.7.0
        keyProtection: file
        Asked from 127.0.0.1
        Correlation id 3f2a91c4-5b7e-4d02-8c1d-20f7195a1e76

      2026-11-22 09:30 UTC  sign-in
        By ilse
        factors: password
        Asked from 127.0.0.1
        Correlation id 3f2a91c4-5b7e-4d02-8c1d-20f7195a1e76
      "
    `);
  });

  test('where nothing fits', async () => {
    const nothing = 'Nothing is written down that fits.\n';
    expect((await type('audit --actor nobody')).out).toBe(nothing);
    expect((await type('audit --actor nobody --details')).out).toBe(nothing);
    expect(JSON.parse((await type('audit --actor nobody --json')).out)).toEqual({ entries: [], next: null });
  });

  test('page by page, with the words that go on to be copied whole', async () => {
    const first = await type('audit --limit 1', { columns: 44 });
    const after = /\n {2}(--after \S+)\n$/.exec(first.out)?.[1] ?? '';
    expect(steady(first)).toContain('The next page is the same');
    const second = await type(`audit --limit 1 ${after}`, { columns: 44 });
    expect(second.exit).toBe(0);
    expect(second.out).not.toBe(first.out);
    expect(widthOf(await type('audit --action sign-in', { columns: 50 }))).toBeLessThanOrEqual(50);
  });

  test('says what is wrong with what was asked', async () => {
    const wrong = await type('audit --limit 900 --json');
    expect(wrong.exit).toBe(2);
    expect(JSON.parse(wrong.out)).toMatchObject({
      error: { code: 'request_malformed', message: '--limit must be a number from 1 to 200.' },
    });
    expect((await type('audit --from yesterday')).err).toContain('yesterday is no day or moment.');
  });
});

describe('vestibule support', () => {
  test('shows where the way of a caller ends, and what can be done', async () => {
    expect(steady(await type(`support ${code}`)).replaceAll(code, '7KQ-42M')).toMatchInlineSnapshot(`
      "Person     Nadia Keller (ilse)
      Signed in  2026-11-22 09:30 UTC, seen 2026-11-22 09:30, by password
      Caller     not proven; to ask for a number: --ask-number
      Browser    -
      Wants      Alderbrook Mail, since 2026-11-22 09:30
      Computer   NADIA-LT-0427 (approved), Debian GNU/Linux 12, Workplace 3.7.0,
                 reported 2026-11-22 09:30

      ✓ account      The account is open.
      ✓ sign-in      Signed in.
      ✓ application  On the way to Alderbrook Mail.
      ✓ computer     NADIA-LT-0427 speaks.
      ✓ report       Its last report is less than a minute old.
      ✗ verdict      These checks fail and are required: FirewallEnable. Each is below
                     with what was found.
      - approval     It is no second factor.
      · response     Not reached yet.

      FirewallEnable, blocks
        Found: Off (ufw). Wanted: On.

      Asked for temporary access at 2026-11-22 09:30 UTC, and has no answer yet: a new
      laptop
      To say no:
        vestibule access refuse 3f2a91c4 --reason TEXT

      To let them in for a while, where it is no second step of an identity provider:
        vestibule access grant ilse --hours 4 --reason TEXT
      After a fix, have their computer checked again:
        vestibule support 7KQ-42M --check-again

      TIME (UTC)        WHAT            OUTCOME  CODE            BY
      2026-11-22 09:30  access-request  done     -               ilse
      2026-11-22 09:30  saml-response   refused  report_missing  ilse
      2026-11-22 09:30  device-session  done     -               ilse
      2026-11-22 09:30  sign-in         done     -               ilse
      "
    `);
  });

  test('fits a narrow terminal, but for lines to be copied', async () => {
    const ran = await type(`support ${code}`, { columns: 60 });
    // A command is never broken: anyone who copies it would lose its end.
    const wide = ran.out.split('\n').filter((line) => line.length > 60 && !line.startsWith('  vestibule '));
    expect(wide).toEqual([]);
    expect(steady(ran)).toContain('\n  vestibule access grant ilse --hours 4 --reason TEXT\n');
  });

  test('as JSON, and of a code that no page shows', async () => {
    expect(JSON.parse((await type(`support ${code} --json`)).out)).toMatchObject({
      person: { login: 'ilse' },
      broken: 'verdict',
      blocking: ['FirewallEnable'],
    });
    const unknown = await type('support 2QQ-2QQ --json');
    expect(unknown.exit).toBe(5);
    expect(JSON.parse(unknown.out)).toMatchObject({
      error: { code: 'not_found', next: expect.any(String) as unknown },
    });
    expect((await type(`support ${code}`, { of: 'harbour' })).exit).toBe(5);
    expect((await type('support ?')).err).toMatch(/^<code> is no support code: it has six letters/);
  });

  test('has the computer read again, and says what it found', async () => {
    const ends = server.context.events.subscribe(
      ({ subject }) => void (subject === 'check-again' && report(isOn)),
      () => undefined,
    );
    let isOn = false;
    expect(steady(await type(`support ${code} --check-again`)).replaceAll(code, '7KQ-42M')).toMatchInlineSnapshot(`
      "NADIA-LT-0427 was checked again at 2026-11-22 09:30 UTC. These checks still fail
      and are required: FirewallEnable.
      All of it:
        vestibule support 7KQ-42M
      "
    `);
    isOn = true;
    expect((await type(`support ${code} --check-again`)).out).toContain('it meets the policy.');
    ends();
  });

  test('says when no computer answers, what is wrong with the waiting, and a dry run asks no one', async () => {
    const asked: string[] = [];
    const ends = server.context.events.subscribe(
      ({ subject }) => void asked.push(subject),
      () => undefined,
    );
    expect((await type(`support ${code} --check-again --dry-run`)).exit).toBe(0);
    expect(asked).not.toContain('check-again');
    expect(steady(await type(`support ${code} --check-again --wait 1`))).toMatchInlineSnapshot(`
      "Nothing came within 1 second: perhaps no page of theirs is open, or it cannot
      reach Workplace. Have them press "Check again" on the page, or type on the
      computer: workplace check
      "
    `);
    expect(asked).toContain('check-again');
    expect(JSON.parse((await type(`support ${code} --check-again --wait 1 --json`)).out)).toMatchObject({
      isReported: false,
      reportedAt: expect.any(String) as unknown,
    });
    expect((await type('audit --action check-again')).out).toContain('ilse');
    for (const wait of ['0', '301', 'soon']) {
      expect((await type(`support ${code} --check-again --wait ${wait}`)).err).toBe(
        '--wait must be a number of seconds from 1 to 300.\n',
      );
    }
    expect((await type(`support ${code} --check-again --ask-number`)).err).toBe(
      '--ask-number and --check-again do not go together.\n',
    );
    expect((await type('support 2QQ-2QQ --check-again')).exit).toBe(5);
    ends();
  });

  test('says what came of a number that was read out', async () => {
    expect((await type(`support ${code} --ask-number`)).out).toContain('The page shows a number.');
    const [shown] = await server.context.database
      .select({ callerNumber: webSessions.callerNumber })
      .from(webSessions)
      .where(isNotNull(webSessions.callerNumber));
    const number = shown?.callerNumber?.number ?? '';
    const other = number === '1111' ? '2222' : '1111';
    const wrong = await type(`support ${code} --caller-number ${other}`);
    expect([wrong.exit, wrong.out, wrong.err]).toEqual([5, '', 'That is not the number. 2 more tries.\n']);
    const again = await type(`support ${code} --caller-number ${other} --json`);
    expect([again.exit, again.err]).toEqual([5, 'That is not the number. 1 more try.\n']);
    expect(JSON.parse(again.out)).toMatchObject({
      isRight: false,
      triesLeft: 1,
      error: { code: 'refused', message: 'That is not the number. 1 more try.', next: expect.any(String) as unknown },
    });
    expect((await type(`support ${code} --caller-number ${other} --dry-run`)).exit).toBe(0);
    const right = await type(`support ${code} --caller-number ${number}`);
    expect([right.exit, right.out]).toEqual([0, 'That is the number: the caller sits at this page.\n']);
    expect((await type(`support ${code} --caller-number 12`)).err).toBe('--caller-number must have four digits.\n');
  });

  test('says after three wrong numbers that it is used up, and how the page shows another', async () => {
    await type(`support ${code} --ask-number`);
    expect((await type(`support ${code}`)).out).toMatch(/Caller +not proven; the number is good until/);
    const tried = await Promise.all(['0000', '0001', '0002', '0003'].map((number) => isShown(number)));
    const [one = '', two = '', three = ''] = ['0000', '0001', '0002', '0003'].filter((_, index) => !tried[index]);
    await type(`support ${code} --caller-number ${one}`);
    await type(`support ${code} --caller-number ${two}`);
    const last = await type(`support ${code} --caller-number ${three}`);
    expect([last.exit, last.err.replaceAll(/\s+/g, ' ')]).toEqual([
      5,
      `That is not the number. It is used up: the page shows none now. Have it show another: vestibule support ${code} --ask-number `,
    ]);
    expect((await type(`support ${code}`)).out.replaceAll(/\s+/g, ' ')).toContain(
      'Caller not proven; the number is used up by wrong tries. To ask for another: --ask-number',
    );
    await type(`support ${code} --ask-number`);
    expect((await type(`support ${code}`)).out).toMatch(/Caller +not proven; the number is good until/);
    server.advance(5 * 60_000);
    expect((await type(`support ${code}`)).out).toMatch(/Caller +not proven; to ask for a number: --ask-number/);
  });
});

/** Whether a page shows this number now. */
async function isShown(number: string): Promise<boolean> {
  const sessions = await server.context.database.select({ shown: webSessions.callerNumber }).from(webSessions);
  return sessions.some(({ shown }) => shown?.number === number);
}
