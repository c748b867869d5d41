import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type ConfigurationFile, writeConfigurationFile } from './configuration-file.ts';
import { loadConfig } from './config.ts';

const FILE: ConfigurationFile = {
  version: 1,
  publicUrl: 'https://gate.example.com',
  listen: { host: '0.0.0.0', port: 8443 },
  tls: { certificate: 'gate.pem', key: '/etc/gate.key' },
  databaseUrl: 'postgresql://gate@db.example.com/gate',
};

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'vestibule-config-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

const problemsOf = async (environment: NodeJS.ProcessEnv): Promise<string> => {
  const read = await loadConfig(environment);
  return read.ok ? 'it was taken' : read.problems.join('\n');
};

describe('the file of the data folder', () => {
  test('says what the environment does not, which wins', async () => {
    const dataFolder = await makeFolder();
    await writeConfigurationFile(dataFolder, FILE);
    expect(await loadConfig({ VESTIBULE_DATA: dataFolder, DATABASE_URL: '' })).toMatchObject({
      config: {
        publicUrl: 'https://gate.example.com',
        host: '0.0.0.0',
        port: 8443,
        tls: { certificate: join(dataFolder, 'gate.pem'), key: '/etc/gate.key' },
        databaseUrl: 'postgresql://gate@db.example.com/gate',
      },
    });
    const environment = { VESTIBULE_DATA: dataFolder, PORT: '9000', VESTIBULE_PUBLIC_URL: 'https://other.example' };
    expect(await loadConfig(environment)).toMatchObject({
      config: { publicUrl: 'https://other.example', host: '0.0.0.0', port: 9000 },
    });
  });

  test('is for its owner alone, and nothing else stays next to it', async () => {
    const dataFolder = await makeFolder();
    await writeConfigurationFile(dataFolder, FILE);
    await writeConfigurationFile(dataFolder, { ...FILE, publicUrl: 'https://new.example.com' });
    expect(await readdir(dataFolder)).toEqual(['vestibule.json']);
    expect((await stat(join(dataFolder, 'vestibule.json'))).mode & 0o777).toBe(0o600);
  });

  test.each([
    ['{"version": 1,', 'is no JSON'],
    ['{"version": 2, "publicUrl": "https://gate.example.com"}', 'version:'],
    ['{"version": 1}', 'publicUrl:'],
    ['{"version": 1, "publicUrl": "https://gate.example.com", "pblic": 1}', 'pblic'],
    ['{"version": 1, "publicUrl": "http://gate.example.com"}', 'Without https'],
    [
      '{"version": 1, "publicUrl": "https://gate.example.com", "listen": {"host": "::", "port": 70000}}',
      'listen.port:',
    ],
    ['{"version": 1, "publicUrl": "https://gate.example.com", "trustedProxies": ["*"]}', '* is no address'],
  ])('is checked before anything starts: %s', async (content, said) => {
    const dataFolder = await makeFolder();
    await writeFile(join(dataFolder, 'vestibule.json'), content);
    expect(await problemsOf({ VESTIBULE_DATA: dataFolder })).toContain(said);
  });
});

test.each([
  '*',
  'true',
  'all',
  '0.0.0.0/0',
  '::/0',
  '0.0.0.0',
  '::',
  '10.0.0.1/33',
  '10.0.0.1/',
  'proxy.internal',
  '127.0.0.1, *',
])('a proxy in front is named, and %s is not one', async (text) => {
  expect(await problemsOf({ VESTIBULE_TRUSTED_PROXIES: text })).toContain('VESTIBULE_TRUSTED_PROXIES:');
});

test('a certificate without its key is not taken', async () => {
  expect(await problemsOf({ VESTIBULE_TLS_CERTIFICATE: '/etc/gate.pem' })).toContain('go together');
});

describe('certificates that the server gets', () => {
  const GATE = { VESTIBULE_PUBLIC_URL: 'https://gate.example.com', VESTIBULE_ACME: 'ilse@example.com' };

  test('come from Let’s Encrypt, asked for at port 80, unless something else is said', async () => {
    const acmeOf = async (environment: NodeJS.ProcessEnv) => {
      const read = await loadConfig({ VESTIBULE_DATA: await makeFolder(), ...environment });
      return read.ok ? read.config.acme : read.problems;
    };
    const directoryUrl = 'https://acme-v02.api.letsencrypt.org/directory';
    expect(await acmeOf(GATE)).toEqual({ contact: 'ilse@example.com', directoryUrl, port: 80 });
    const own = { VESTIBULE_ACME_DIRECTORY: 'https://ca.example.com/acme', VESTIBULE_ACME_PORT: '8080' };
    expect(await acmeOf({ ...GATE, ...own })).toMatchObject({
      directoryUrl: 'https://ca.example.com/acme',
      port: 8080,
    });
    expect(await acmeOf({ ...GATE, VESTIBULE_ACME: '' })).toBeNull();
  });

  test.each([
    ['no address', { VESTIBULE_ACME: 'ilse' }, 'is no e-mail address'],
    ['an authority without https', { VESTIBULE_ACME_DIRECTORY: 'http://ca.example.com/acme' }, 'is no directory'],
    ['an authority with a password', { VESTIBULE_ACME_DIRECTORY: 'https://a:b@ca.example.com/' }, 'is no directory'],
    ['a gate without https', { VESTIBULE_PUBLIC_URL: 'http://localhost:8080' }, 'begins with https://'],
    ['files next to it', { VESTIBULE_TLS_CERTIFICATE: '/a.pem', VESTIBULE_TLS_KEY: '/a.key' }, 'not both'],
    ['a port that cannot be', { VESTIBULE_ACME_PORT: '70000' }, 'VESTIBULE_ACME_PORT'],
  ])('are refused with %s', async (_name, environment, said) => {
    expect(await problemsOf({ ...GATE, ...environment })).toContain(said);
  });
});

describe('the trial', () => {
  test.each([
    ['a public address', { VESTIBULE_PUBLIC_URL: 'https://gate.example.com' }],
    ['every interface', { VESTIBULE_HOST: '0.0.0.0' }],
    ['every interface, in another way', { VESTIBULE_HOST: '::' }],
    ['another computer’s address', { VESTIBULE_HOST: '192.168.1.10' }],
    ['a database that others reach', { DATABASE_URL: 'postgresql://db.example.com/gate' }],
  ] as const)('refuses %s', async (_name, environment) => {
    expect(await problemsOf({ VESTIBULE_DEMO: '1', ...environment })).toContain('runs on this computer');
  });

  test('refuses a folder that people work with', async () => {
    const dataFolder = await makeFolder();
    await writeConfigurationFile(dataFolder, { version: 1, publicUrl: 'https://gate.example.com' });
    const environment = {
      VESTIBULE_DEMO: '1',
      VESTIBULE_DATA: dataFolder,
      VESTIBULE_PUBLIC_URL: 'http://localhost:8080',
    };
    expect(await problemsOf(environment)).toContain('was set up for people to work with');
  });
});
