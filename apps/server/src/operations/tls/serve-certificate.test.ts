import { mkdtemp, rename, rm, symlink, unlink, writeFile } from 'node:fs/promises';
import { request } from 'node:https';
import { connect as connectPlainly } from 'node:net';
import { join } from 'node:path';
import { connect, type PeerCertificate, type TLSSocket } from 'node:tls';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { loadConfig } from '../config/config.ts';
import { SERVER_LIMITS } from '../../http/limits/server-limits.ts';
import {
  GATE_CERTIFICATE,
  GATE_KEY,
  LOCALHOST_CERTIFICATE,
  LOCALHOST_KEY,
} from '../../testing/localhost-certificate.ts';
import { startServer, type RunningServer } from '../../start-server.ts';
import { placeMigratedDatabase } from '../../testing/embedded-database.ts';
import { freePort } from '@vestibule/testing/free-port';
import { runFolder } from '@vestibule/testing/run-folder';
import { certificateComplaint, readCertificatePair } from './certificate-pair.ts';
import { CertificateError, type ServedCertificate, serveCertificate } from './serve-certificate.ts';

let folder: string;
let files: { certificate: string; key: string };
const place = async (certificate: string, key: string) => {
  await writeFile(files.certificate, certificate);
  await writeFile(files.key, key);
};

beforeAll(async () => {
  folder = await mkdtemp(join(runFolder(), 'tls-'));
  files = { certificate: join(folder, 'gate.pem'), key: join(folder, 'gate.key') };
});
afterAll(() => rm(folder, { recursive: true }));
beforeEach(() => place(LOCALHOST_CERTIFICATE, LOCALHOST_KEY));

/** What a server says to the log. */
function listen() {
  const said: string[] = [];
  return { said, logger: pino({ level: 'info' }, { write: (line: string) => void said.push(line) }) };
}

function serve(logger: ReturnType<typeof listen>['logger'], now = () => new Date()): Promise<ServedCertificate> {
  return serveCertificate({ files, hostname: 'localhost', now, logger });
}

const subjectAt = (port: number) =>
  new Promise<PeerCertificate['subject']>((done, fail) => {
    const socket: TLSSocket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false }, () => {
      done(socket.getPeerCertificate().subject);
      socket.destroy();
    });
    socket.once('error', fail);
  });

describe('a server with a certificate of its own', () => {
  let server: RunningServer;
  beforeAll(async () => {
    await place(LOCALHOST_CERTIFICATE, LOCALHOST_KEY);
    await placeMigratedDatabase(folder);
    const port = await freePort();
    const read = await loadConfig({
      PORT: String(port),
      VESTIBULE_DATA: folder,
      VESTIBULE_DEMO: '1',
      VESTIBULE_PUBLIC_URL: `https://localhost:${port}`,
      VESTIBULE_TLS_CERTIFICATE: files.certificate,
      VESTIBULE_TLS_KEY: files.key,
    });
    if (!read.ok) throw new Error(read.problems.join('\n'));
    const connections = { ...SERVER_LIMITS.connections, headMs: 1000, graceMs: 1000, checkMs: 50 };
    const quick = { ...SERVER_LIMITS, connections };
    server = await startServer(read.config, pino({ level: 'silent' }), undefined, undefined, quick);
  });
  afterAll(() => server.close());

  test('speaks https, trusted by who trusts it, and tells browsers to stay with it', async () => {
    const answer = await new Promise<[number | undefined, unknown, string]>((done, fail) => {
      const options = { ca: LOCALHOST_CERTIFICATE, servername: 'localhost' };
      const sent = request(`https://localhost:${server.port}/healthz`, options, (response) => {
        response.resume();
        const protocol = (response.socket as TLSSocket).getProtocol() ?? '';
        done([response.statusCode, response.headers['strict-transport-security'], protocol]);
      });
      sent.once('error', fail);
      sent.end();
    });
    expect(answer).toEqual([200, expect.stringContaining('max-age=31536000'), 'TLSv1.3']);
  });

  test('does not speak what is older than TLS 1.2', async () => {
    const old = new Promise((done, fail) => {
      const options = { port: server.port, host: '127.0.0.1', rejectUnauthorized: false };
      const socket = connect(
        { ...options, minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'ALL@SECLEVEL=0' },
        () => done(socket.getProtocol()),
      );
      socket.once('error', fail);
    });
    await expect(old).rejects.toThrow(/./);
  });

  test('ends a hand-shake that is never begun, a head and a body that never end', async () => {
    const sent = [
      'GET / HTTP/1.1\r\n',
      'POST /api/online/v1/sign-in HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n',
    ];
    const options = { port: server.port, host: '127.0.0.1', rejectUnauthorized: false };
    const sockets = [
      connectPlainly(server.port, '127.0.0.1'),
      ...sent.map((text) =>
        connect(options)
          .setEncoding('utf8')
          .on('error', () => undefined)
          .once('secureConnect', function begin(this: TLSSocket) {
            this.write(text);
          }),
      ),
    ];
    const ended = sockets.map((socket) => new Promise((done) => socket.resume().once('close', done)));
    expect(await Promise.all(ended)).toHaveLength(3);
  });

  test('takes a renewed pair without a restart', { timeout: 30_000 }, async () => {
    expect(await subjectAt(server.port)).toMatchObject({ CN: 'localhost' });
    await place(GATE_CERTIFICATE, GATE_KEY);
    await expect
      .poll(() => subjectAt(server.port), { timeout: 25_000, interval: 500 })
      .toMatchObject({
        CN: 'gate.example.com',
      });
  });
});

describe('a renewal', () => {
  test('that is half done is waited for, and one that is wrong is said once, while the old pair goes on', async () => {
    const { said, logger } = listen();
    const served = await serve(logger);
    const before = served.context();
    await writeFile(files.certificate, GATE_CERTIFICATE);
    await served.look();
    expect(said).toEqual([]);
    await served.look();
    await served.look();
    await served.look();
    expect(said).toHaveLength(1);
    expect(said[0]).toContain('is not the key of');
    expect(said[0]).not.toContain('PRIVATE');
    expect(served.context()).toEqual(before);
    await writeFile(files.key, GATE_KEY);
    await served.look();
    expect(said[1]).toContain('The new certificate is served.');
    expect(String(served.context().cert)).toBe(GATE_CERTIFICATE);
  });

  test.each([
    ['an empty file', '', 'holds no certificate'],
    ['something else', 'not a certificate', 'holds no certificate'],
    [
      'a chain that is cut off',
      `${GATE_CERTIFICATE}\n${LOCALHOST_CERTIFICATE.slice(0, 200)}\n-----END CERTIFICATE-----`,
      'chain',
    ],
  ])('with %s is not taken', async (_name, certificate, why) => {
    const { said, logger } = listen();
    const served = await serve(logger);
    await place(certificate, GATE_KEY);
    await served.look();
    await served.look();
    expect(said.join('')).toContain(why);
    expect(String(served.context().cert)).toBe(LOCALHOST_CERTIFICATE);
  });

  test('by a swapped link is seen, as the usual clients of certificate authorities do it', async () => {
    const { logger } = listen();
    const next = join(folder, 'next.pem');
    await writeFile(next, GATE_CERTIFICATE);
    const served = await serve(logger);
    await symlink(next, join(folder, 'link'));
    await rename(join(folder, 'link'), files.certificate);
    await writeFile(files.key, GATE_KEY);
    await served.look();
    expect(String(served.context().cert)).toBe(GATE_CERTIFICATE);
    await unlink(files.certificate);
    await served.look();
    await served.look();
    expect(String(served.context().cert)).toBe(GATE_CERTIFICATE);
  });
});

describe('a certificate that is over', () => {
  const later = () => new Date('2127-01-01T00:00:00Z');

  test('is served all the same, and the log says at each new day what to do', async () => {
    let at = later();
    const { said, logger } = listen();
    const served = await serve(logger, () => at);
    await served.look();
    expect(said).toHaveLength(1);
    expect(said[0]).toContain('The certificate ended on 2126-10-28: browsers refuse the gate. Renew it');
    at = new Date('2127-01-02T00:00:00Z');
    await served.look();
    expect(said).toHaveLength(2);
  });

  test.each([
    ['soon', '2126-10-20T13:00:00Z', 'localhost', 'ends in 8 days, on 2126-10-28. Renew it now.'],
    ['not yet, by a wrong clock', '2016-01-01T00:00:00Z', 'localhost', 'the clock of this computer says 2016-01-01'],
    [
      'for another name',
      '2026-12-01T00:00:00Z',
      'gate.example.com',
      'is not for gate.example.com, but for DNS:localhost',
    ],
  ])('or %s: one sentence', async (_name, at, hostname, sentence) => {
    const read = await readCertificatePair(files);
    expect(read.ok && certificateComplaint(read.pair.leaf, hostname, new Date(at))).toContain(sentence);
  });

  test('or good: nothing is said', async () => {
    const read = await readCertificatePair(files);
    expect(read.ok && certificateComplaint(read.pair.leaf, 'localhost', new Date('2026-12-01'))).toBeNull();
  });
});

test('a server does not start with a pair that it cannot use', async () => {
  await place(LOCALHOST_CERTIFICATE, GATE_KEY);
  await expect(serve(listen().logger)).rejects.toThrow(CertificateError);
});
