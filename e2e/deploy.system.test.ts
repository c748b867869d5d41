import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { BlockList } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  LOCALHOST_CERTIFICATE,
  LOCALHOST_KEY,
} from '../apps/server/src/services/admin/testing/localhost-certificate.ts';
import { type PostgresServer, startPostgres } from '../apps/server/src/testing/postgres.ts';
import { endProgram, freePort, root } from './support/processes.ts';

const execute = promisify(execFile);
const deploy = join(root, 'deploy');
const page = await readFile(join(root, 'docs/installation.md'), 'utf8');
const unpacked = await mkdtemp(join(tmpdir(), 'vestibule-nginx-'));
const NGINX = await findNginx();
const hasNginx = existsSync(NGINX);
if (!hasNginx) process.stdout.write('Skipped: there is no nginx here; on Debian: apt-get install nginx\n');

/** Debian's own, unpacked and not installed: an installed one would start by itself, at port 80. */
async function findNginx(): Promise<string> {
  const installed = process.env['VESTIBULE_NGINX'] ?? '/usr/sbin/nginx';
  if (existsSync(installed) || !existsSync('/usr/bin/apt-get')) return installed;
  await execute('apt-get', ['download', 'nginx'], { cwd: unpacked }).catch(() => null);
  const [archive = ''] = await readdir(unpacked);
  if (archive !== '') await execute('dpkg', ['-x', archive, 'root'], { cwd: unpacked });
  return join(unpacked, 'root/usr/sbin/nginx');
}
afterAll(() => rm(unpacked, { recursive: true, force: true }));

interface Step {
  readonly instruction: string;
  readonly words: string;
}

/** The steps of a container file, stage by stage, each with its own FROM. */
async function readStages(): Promise<Step[][]> {
  const lines = (await readFile(join(deploy, 'Containerfile'), 'utf8')).split('\n');
  const steps = lines
    .filter((line) => /^[A-Z]/.test(line))
    .map((line) => {
      const [, instruction = '', words = ''] = /^(\S+) (.*)$/.exec(line) ?? [];
      return { instruction, words };
    });
  const stages: Step[][] = [];
  for (const step of steps) {
    if (step.instruction === 'FROM') stages.push([]);
    stages.at(-1)?.push(step);
  }
  return stages;
}

const wordsOf = (stage: readonly Step[] | undefined, instruction: string): string[] =>
  (stage ?? []).filter((step) => step.instruction === instruction).map(({ words }) => words);

describe('the compose file', () => {
  interface Service {
    readonly image: string;
    readonly build?: { readonly context: string; readonly dockerfile: string };
    readonly environment?: Readonly<Record<string, string>>;
    readonly volumes?: readonly string[];
    readonly networks: unknown;
    readonly depends_on?: unknown;
  }
  interface Compose {
    readonly services: Readonly<Record<'database' | 'server' | 'proxy', Service>>;
    readonly networks: {
      readonly inside: {
        readonly ipam: { readonly config: readonly { readonly subnet: string; readonly ip_range: string }[] };
      };
    };
    readonly volumes: Readonly<Record<string, null>>;
  }
  // YAML is read by the workspace that reads policies: it has the library.
  const yaml = createRequire(join(root, 'packages/policy/package.json'))('yaml') as { parse(text: string): unknown };

  test('is one that can be read, and everything that it names is there', async () => {
    const compose = yaml.parse(await readFile(join(deploy, 'compose.yaml'), 'utf8')) as Compose;
    expect(Object.keys(compose.services)).toEqual(['database', 'server', 'proxy']);
    const { server, proxy, database } = compose.services;
    expect(existsSync(join(deploy, server.build?.context ?? '', server.build?.dockerfile ?? ''))).toBe(true);
    expect(server.depends_on).toEqual({ database: { condition: 'service_healthy' } });
    for (const { volumes = [] } of Object.values(compose.services)) {
      for (const volume of volumes) {
        const [source = ''] = volume.split(':');
        // The certificates are the reader's own.
        const isThere =
          source === './certificates' ||
          (source.startsWith('.') ? existsSync(join(deploy, source)) : source in compose.volumes);
        expect([volume, isThere]).toEqual([volume, true]);
      }
    }
    const readme = await readFile(join(root, 'README.md'), 'utf8');
    for (const name of Object.keys(server.environment ?? {})) expect(readme).toContain(`\`${name}\``);
    const [user, name] = ['POSTGRES_USER', 'POSTGRES_DB'].map((setting) => database.environment?.[setting]);
    expect(server.environment?.['DATABASE_URL']).toMatch(new RegExp(`^postgresql://${user}:.*@database:5432/${name}$`));
    const [subnet] = compose.networks.inside.ipam.config;
    const { ipv4_address: address } = (proxy.networks as { inside: { ipv4_address: string } }).inside;
    expect(address.split('.').slice(0, 3)).toEqual(subnet?.subnet.split('.').slice(0, 3));
    expect(page).toContain(`--behind-proxy ${address}`);
    // An engine gives the first free address to what starts first: the proxy's must not be among them.
    const [start = '', bits = ''] = (subnet?.ip_range ?? '').split('/');
    const given = new BlockList();
    given.addSubnet(start, Number(bits));
    expect([given.check(start), given.check(address)]).toEqual([true, false]);
  });

  test('and what the reader puts beside it, the password and the key, gets into no image and no commit', async () => {
    // At the root: only there every engine reads it.
    const ignored = (await readFile(join(root, '.dockerignore'), 'utf8')).split('\n');
    for (const name of ['deploy/.env', 'deploy/certificates']) expect(ignored).toContain(name);
    const names = ['deploy/.env', 'deploy/certificates/privkey.pem'];
    const { stdout } = await execute('git', ['check-ignore', ...names], { cwd: root });
    expect(stdout.trim().split('\n')).toEqual(names);
  });
});

const postgres: PostgresServer | null = await startPostgres('empty');

/**
 * The container file without containers: its steps in an empty folder, in their order, on this system in place of the
 * images. What only changes the image itself (packages of Debian, its user) is left out.
 */
describe.skipIf(postgres === null)('the container file, step by step', () => {
  let scratch: string;
  let place: string;
  let server: ChildProcess | null = null;
  let environment: NodeJS.ProcessEnv;
  const port = freePort();

  beforeAll(async () => {
    scratch = await mkdtemp(join(tmpdir(), 'vestibule-image-'));
    place = join(scratch, 'srv/vestibule');
    await mkdir(join(scratch, 'data'), { mode: 0o700 });
    const [, final] = await readStages();
    const given = wordsOf(final, 'ENV').map((words) => words.split('='));
    const set = Object.fromEntries(
      given.map(([name = '', value = '']) => [name, value.replaceAll('/srv/vestibule', place)]),
    );
    environment = {
      ...set,
      VESTIBULE_DATA: join(scratch, 'data'),
      PORT: String(await port),
      DATABASE_URL: postgres?.url,
    };
  });
  afterAll(async () => {
    if (server !== null) await endProgram(server);
    await postgres?.stop();
    await rm(scratch, { recursive: true, force: true });
  });

  test('has no step that this test does not know', async () => {
    const [build, final] = await readStages();
    expect((build ?? []).map(({ instruction }) => instruction)).toEqual([
      'FROM',
      'RUN',
      'WORKDIR',
      'COPY',
      'RUN',
      'RUN',
    ]);
    expect(wordsOf(final, 'COPY')).toEqual(['--from=build /srv/vestibule /srv/vestibule']);
    expect(wordsOf(build, 'RUN').map((words) => words.split(' ')[0])).toEqual(['apt-get', 'npm', 'npm']);
    expect(wordsOf(final, 'RUN').map((words) => words.split(' ')[0])).toEqual(['apt-get', 'useradd']);
    const nodeVersion = /node:(\d+)-/.exec(wordsOf(build, 'FROM')[0] ?? '')?.[1];
    expect(Number(nodeVersion)).toBeGreaterThanOrEqual(20);
  });

  test('builds from what is in the repository, and needs nothing of what it leaves out', {
    timeout: 900_000,
  }, async () => {
    const [build] = await readStages();
    const ignored = (await readFile(join(root, '.dockerignore'), 'utf8')).split('\n').filter(Boolean);
    const { stdout } = await execute('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
      cwd: root,
      maxBuffer: 64_000_000,
    });
    for (const name of stdout.split('\0').filter(Boolean)) {
      if (
        ignored.some((pattern) => name === pattern || name.startsWith(`${pattern}/`)) ||
        !existsSync(join(root, name))
      )
        continue;
      await cp(join(root, name), join(place, name));
    }
    for (const words of wordsOf(build, 'RUN').filter((line) => line.startsWith('npm '))) {
      // As in the image: npm of the system, and no Node of this checkout in the path.
      const env = { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: process.env['HOME'] };
      await execute('sh', ['-c', words], { cwd: place, env, maxBuffer: 64_000_000 });
    }
    expect(existsSync(join(place, 'dist/portal/index.html'))).toBe(true);
    expect(existsSync(join(place, 'node_modules/vitest'))).toBe(false);
  });

  const vestibule = (words: readonly string[], more: NodeJS.ProcessEnv = {}) =>
    execute('vestibule', words, { cwd: place, env: { ...environment, ...more } }).catch(
      (error: unknown) => error as { stdout: string; stderr: string },
    );

  test.skipIf(!hasNginx)(
    'and nginx: set up, started by its command, reached over https',
    { timeout: 120_000 },
    async () => {
      const [, final] = await readStages();
      const secure = await freePort();
      const gate = `https://localhost:${secure}`;
      // The line of the page, with this test's address, and answers in place of questions.
      const line = /docker compose run --rm server vestibule (setup .*)/.exec(page)?.[1] ?? '';
      const words = line.replace('https://gate.example.com', gate).replace('172.30.4.2', '127.0.0.1').split(' ');
      const who = [
        '--company-name',
        'Example',
        '--login',
        'ilse',
        '--name',
        'Ilse Brandt',
        '--email',
        'ilse@example.com',
        '--yes',
      ];
      const done = await vestibule([...words, ...who]);
      expect(done.stdout).toContain('#invitation=');

      const [program = '', ...parts] = JSON.parse(wordsOf(final, 'CMD')[0] ?? '[]') as string[];
      server = spawn(program, parts, { cwd: place, env: environment, stdio: 'ignore' });
      const proxy = await startNginx(secure, await port);
      try {
        const trusting = { NODE_EXTRA_CA_CERTS: join(scratch, 'nginx/fullchain.pem') };
        await expect
          .poll(async () => (await vestibule(['doctor'], trusting)).stdout, { timeout: 60_000, interval: 2000 })
          .toMatch(/^✓ Server/);
        const { stdout } = await vestibule(['doctor'], trusting);
        expect(stdout).toMatch(/^✓ Certificate: For localhost, trusted/m);
        expect(stdout).toMatch(/^✓ Event stream: Comes as it is sent/m);
        expect(stdout).toMatch(/^✓ Database: PostgreSQL answers, and its schema is up to date/m);
        expect(stdout).not.toContain('✗');
        const health = JSON.parse(wordsOf(final, 'HEALTHCHECK')[0]?.replace('CMD ', '') ?? '[]') as string[];
        const check = health.map((word) => word.replace('127.0.0.1:8080', `127.0.0.1:${environment['PORT']}`));
        await execute(check[0] ?? '', check.slice(1), { cwd: place, env: environment });

        const ask = async (path: string, headers: Record<string, string> = {}) => {
          const flags = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
          const { stdout: text } = await execute('curl', [
            '-sk',
            '-o',
            '-',
            '-w',
            '\n%{http_code}',
            ...flags,
            `${gate}${path}`,
          ]);
          return text;
        };
        // A visitor who lies to the proxy gets what everybody gets.
        for (const headers of [{}, { 'X-Forwarded-Host': 'evil.example', Forwarded: 'host=evil.example' }]) {
          expect(await ask('/saml/metadata', headers)).toContain(`entityID="${gate}/saml/metadata"`);
        }
        expect(await ask('/online/')).toMatch(/<script[\s\S]*200$/);
      } finally {
        await endProgram(proxy);
      }
    },
  );

  /** The nginx of this system with the file of `deploy`, but for names, ports and places. */
  async function startNginx(securePort: number, serverPort: number): Promise<ChildProcess> {
    const folder = join(scratch, 'nginx');
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'fullchain.pem'), LOCALHOST_CERTIFICATE);
    await writeFile(join(folder, 'privkey.pem'), LOCALHOST_KEY);
    const shipped = await readFile(join(deploy, 'nginx.conf'), 'utf8');
    const here = shipped
      .replaceAll('gate.example.com', 'localhost')
      .replaceAll('/etc/nginx/certificates', folder)
      .replace('listen 443 ssl', `listen 127.0.0.1:${securePort} ssl`)
      .replace('listen 80;', `listen 127.0.0.1:${await freePort()};`)
      .replace('server:8080', `127.0.0.1:${serverPort}`)
      .replace('access_log /dev/stdout', 'access_log off')
      .replace(
        'http {',
        [
          'http {',
          ...['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${folder}/${kind};`),
        ].join('\n'),
      );
    await writeFile(join(folder, 'nginx.conf'), here);
    const globals = `daemon off; pid ${folder}/pid; error_log ${folder}/error.log;`;
    return spawn(NGINX, ['-p', folder, '-c', join(folder, 'nginx.conf'), '-g', globals], { stdio: 'ignore' });
  }
});
