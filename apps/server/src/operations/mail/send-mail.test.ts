import { createServer, type AddressInfo } from 'node:net';
import tls from 'node:tls';
import type { MailSettings } from '@vestibule/contracts';
import { describe, expect, onTestFinished, test } from 'vitest';
import { reachesAll } from '../outgoing/reach.ts';
import { freePort } from '@vestibule/testing/free-port';
import { type Mail, type MailServer, sendMail, tryMailServer } from './send-mail.ts';
import { MAIL_PASSWORD, MAIL_USER, startMailServer, type TestMailServer } from './testing/smtp-server.ts';
import { GATE_CERTIFICATE, GATE_KEY, LOCALHOST_CERTIFICATE } from '../../testing/localhost-certificate.ts';

/** For servers that say too little: for all others the usual patience, however busy the machine is. */
const QUICK = { silenceMs: 300, altogetherMs: 900 };
const MAIL: Mail = {
  from: { name: 'Alderbrook', address: 'gate@alderbrook.example' },
  to: { name: 'Zoë Brandt', address: 'zoe@alderbrook.example' },
  subject: 'Your way in – to Alderbrook',
  text: 'Grüße\n\nhttps://gate.example/online/signup#invitation=abc\n',
  date: new Date('2026-11-22T09:00:00Z'),
};

function trustLocalhost(certificate = LOCALHOST_CERTIFICATE): void {
  const trusted = tls.getCACertificates('default');
  tls.setDefaultCACertificates([...trusted, certificate]);
  onTestFinished(() => tls.setDefaultCACertificates(trusted));
}

async function start(options: Parameters<typeof startMailServer>[0] = {}): Promise<TestMailServer> {
  const smtp = await startMailServer(options);
  onTestFinished(() => smtp.close());
  return smtp;
}

function to(port: number, settings: Partial<MailSettings> = {}, password: string | null = MAIL_PASSWORD): MailServer {
  return {
    settings: {
      host: 'localhost',
      port,
      security: 'starttls',
      user: MAIL_USER,
      sender: 'gate@alderbrook.example',
      language: 'en',
      alerts: [],
      accessRequests: [],
      ...settings,
    },
    password,
    ownName: 'gate.example.com',
    mayReach: reachesAll,
  };
}

describe('a mail server that works', () => {
  test.each([
    ['tls', true],
    ['starttls', false],
  ] as const)('takes a mail over %s, after the login', async (security, secure) => {
    trustLocalhost();
    const smtp = await start({ secure, authOptional: false });
    const server = to(smtp.port, { security });
    expect(await tryMailServer(server)).toBeNull();
    expect(smtp.received).toEqual([]);
    expect(await sendMail(server, MAIL)).toBeNull();
    expect(smtp.received).toMatchObject([
      { from: 'gate@alderbrook.example', to: ['zoe@alderbrook.example'], isSecure: true, user: MAIL_USER },
    ]);
    const [{ raw, text } = { raw: '', text: '' }] = smtp.received;
    expect(text).toBe(MAIL.text);
    expect(raw).toMatch(/^From: Alderbrook <gate@alderbrook\.example>\r$/m);
    expect(raw).toMatch(/^Auto-Submitted: auto-generated\r$/m);
    expect(raw).toMatch(/^Date: Sun, 22 Nov 2026 09:00:00 \+0000\r$/m);
  });

  test('takes it without TLS and login where that is set', async () => {
    const smtp = await start({ disabledCommands: ['AUTH'] });
    expect(await sendMail(to(smtp.port, { security: 'none', user: null }, null), MAIL)).toBeNull();
    expect(smtp.received).toMatchObject([{ isSecure: false, user: null }]);
  });

  test('is handed one mail with the heads that were meant, whatever a name holds', async () => {
    trustLocalhost();
    const smtp = await start();
    const evil = 'Eve\r\nBcc: victim@example.com\r\n\r\nhello <eve@evil.example>, "x';
    const mail = { ...MAIL, from: { ...MAIL.from, name: evil }, to: { ...MAIL.to, name: evil }, subject: evil };
    expect(await sendMail(to(smtp.port), mail)).toBeNull();
    expect(smtp.received).toMatchObject([{ to: ['zoe@alderbrook.example'], text: MAIL.text }]);
    const head = smtp.received[0]?.raw.split('\r\n\r\n')[0] ?? '';
    expect(head).not.toMatch(/^Bcc:/im);
    expect(head.match(/^(?:To|From|Subject):/gim)).toHaveLength(3);
  });
});

describe('a mail server that does not work is named with what to do', () => {
  const tried = async (server: MailServer) => {
    const [sent, asked] = [await sendMail(server, MAIL), await tryMailServer(server)];
    expect(asked).toEqual(sent);
    expect(`${sent?.sentence} ${sent?.next}`).not.toContain(MAIL_PASSWORD);
    return sent;
  };

  test('nothing listens there', async () => {
    expect(await tried(to(await freePort()))).toMatchObject({
      code: 'unreachable',
      sentence: expect.stringContaining('nothing listens there'),
    });
  });

  test('there is no such name', async () => {
    expect(await tried(to(25, { host: 'mail.invalid' }))).toMatchObject({
      code: 'unreachable',
    });
  });

  test('it says nothing, or one byte after another', async () => {
    for (const isDripping of [false, true]) {
      const silent = createServer((socket) => {
        socket.on('error', () => undefined);
        const drip = isDripping ? setInterval(() => socket.write('2'), 50) : undefined;
        socket.on('close', () => clearInterval(drip));
      });
      await new Promise<void>((done) => silent.listen(0, '127.0.0.1', done));
      onTestFinished(() => void silent.close());
      const begun = performance.now();
      const { port } = silent.address() as AddressInfo;
      expect(await sendMail(to(port), MAIL, QUICK)).toMatchObject({ code: 'slow' });
      // Sooner than the usual silence is given up.
      expect(performance.now() - begun).toBeLessThan(10_000);
    }
  });

  test('its certificate is not trusted, and no password is said', async () => {
    const smtp = await start();
    expect(await tried(to(smtp.port))).toMatchObject({
      code: 'tls',
      next: expect.stringContaining('NODE_EXTRA_CA_CERTS'),
    });
    expect([smtp.logins, smtp.received]).toEqual([[], []]);
  });

  test('its certificate is for another name', async () => {
    trustLocalhost(GATE_CERTIFICATE);
    const smtp = await start({ key: GATE_KEY, cert: GATE_CERTIFICATE });
    expect(await tried(to(smtp.port))).toMatchObject({
      code: 'tls',
      sentence: expect.stringContaining('is for another name'),
    });
    expect(smtp.logins).toEqual([]);
  });

  test('it offers no STARTTLS, and no password is said', async () => {
    const smtp = await start({ hideSTARTTLS: true, disabledCommands: ['STARTTLS'] });
    expect(await tried(to(smtp.port))).toMatchObject({
      code: 'tls',
      sentence: expect.stringContaining('offers no STARTTLS'),
    });
    expect([smtp.logins, smtp.received]).toEqual([[], []]);
  });

  test('it speaks no TLS from the first byte', async () => {
    const smtp = await start();
    expect(await tried(to(smtp.port, { security: 'tls' }))).toMatchObject({
      code: 'tls',
      next: expect.stringContaining('--security starttls'),
    });
  });

  test('it does not take the login', async () => {
    trustLocalhost();
    const smtp = await start();
    expect(await tried(to(smtp.port, {}, 'another password'))).toMatchObject({
      code: 'login',
      sentence: 'The mail server does not take the login gate (535).',
    });
  });

  test('it wants a login, and none is set', async () => {
    trustLocalhost();
    const smtp = await start({ authOptional: false });
    expect(await sendMail(to(smtp.port, { user: null }, null), MAIL)).toMatchObject({ code: 'login' });
  });

  test.each([
    ['sender', { onMailFrom: refuse }],
    ['address', { onRcptTo: refuse }],
    [
      'refused',
      { onData: (stream, _session, done) => void (stream.resume(), stream.on('end', () => refuse(0, 0, done))) },
    ],
  ] as const satisfies readonly [string, Parameters<typeof startMailServer>[0]][])(
    'it refuses: %s',
    async (code, options) => {
      trustLocalhost();
      const smtp = await start(options);
      const problem = await sendMail(to(smtp.port), MAIL);
      expect(problem).toMatchObject({ code });
      expect(problem?.sentence).not.toContain('abc');
    },
  );

  function refuse(_address: unknown, _session: unknown, done: (error: Error) => void): void {
    done(Object.assign(new Error('5.7.1 not here'), { responseCode: 550 }));
  }
});
