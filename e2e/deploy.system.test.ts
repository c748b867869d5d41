import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, lstat, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { BlockList } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type PostgresServer, startPostgres } from '../apps/server/src/testing/postgres.ts';
import { readIgnored, readStages, wordsOf } from './support/container-file.ts';
import { findNginx, startNginx } from './support/nginx.ts';
import { endProgram, freePort, root } from './support/processes.ts';

const execute = promisify(execFile);
const deploy = join(root, 'deploy');
const page = await readFile(join(root, 'docs/installation.md'), 'utf8');
const unpacked = await mkdtemp(join(tmpdir(), 'vestibule-nginx-'));
const NGINX = await findNginx(unpacked);
const hasNginx = existsSync(NGINX);
if (!hasNginx) process.stdout.write('Skipped: there is no nginx here; on Debian: apt-get install nginx\n');

afterAll(() => rm(unpacked, { recursive: true, force: true }));

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

/** With the Node that runs it, which is the largest part. */
const LARGEST_MB = 300;

const postgres: PostgresServer | null = await startPostgres('empty');

/**
 * The container file without containers: its steps in an empty folder, in their order, on this system in place of the
 * images. What only changes the image itself (packages of Debian, its user) is left out.
 */
describe.skipIf(postgres === null)('the container file, step by step', () => {
  let scratch: string;
  /** Where the image is built, and what it is in the end. */
  let workshop: string;
  let place: string;
  let server: ChildProcess | null = null;
  let environment: NodeJS.ProcessEnv;
  const port = freePort();

  beforeAll(async () => {
    scratch = await mkdtemp(join(tmpdir(), 'vestibule-image-'));
    workshop = join(scratch, 'build');
    place = join(scratch, 'srv/vestibule');
    await mkdir(place, { recursive: true });
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
      'RUN',
      'RUN',
    ]);
    expect(wordsOf(build, 'COPY')).toEqual(['. .']);
    for (const stage of [build, final]) expect(wordsOf(stage, 'WORKDIR')).toEqual(['/srv/vestibule']);
    expect(wordsOf(build, 'RUN').map((words) => words.split(' ')[0])).toEqual(['apt-get', 'npm', 'npm', 'cd', 'find']);
    expect(wordsOf(final, 'RUN').map((words) => words.split(' ')[0])).toEqual(['apt-get', 'useradd']);
    const nodeVersion = /node:(\d+)-/.exec(wordsOf(build, 'FROM')[0] ?? '')?.[1];
    expect(Number(nodeVersion)).toBeGreaterThanOrEqual(20);
  });

  test('builds from what is in the repository, and needs nothing of what it leaves out', {
    timeout: 900_000,
  }, async () => {
    const [build] = await readStages();
    const isIgnored = await readIgnored();
    const { stdout } = await execute('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
      cwd: root,
      maxBuffer: 64_000_000,
    });
    for (const name of stdout.split('\0').filter(Boolean)) {
      if (!isIgnored(name) && existsSync(join(root, name))) await cp(join(root, name), join(workshop, name));
    }
    for (const words of wordsOf(build, 'RUN').filter((line) => !line.startsWith('apt-get '))) {
      // As in the image: npm of the system, and no Node of this checkout in the path.
      const env = { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: process.env['HOME'] };
      await execute('sh', ['-c', words], { cwd: workshop, env, maxBuffer: 64_000_000 });
    }
  });

  test('takes of it what the server needs, and nothing else', { timeout: 120_000 }, async () => {
    const [, final] = await readStages();
    for (const words of wordsOf(final, 'COPY')) {
      const [from, ...paths] = words.split(' ');
      expect(from).toBe('--from=build');
      const target = paths.pop() ?? '';
      for (const path of paths) {
        const source = join(workshop, path.replace('/srv/vestibule', ''));
        const isFolder = (await lstat(source)).isDirectory();
        const options = { recursive: true, verbatimSymlinks: true };
        await cp(source, join(place, target, isFolder ? '' : basename(source)), options);
      }
    }
    // Whatever the server reads has to be in the image, and not by accident beside it.
    await rm(workshop, { recursive: true });
    expect((await readdir(place)).toSorted()).toEqual([
      'LICENSE',
      'apps',
      'dist',
      'node_modules',
      'package.json',
      'packages',
    ]);
    const names = await readdir(place, { recursive: true });
    const own = names.filter((name) => !name.includes('node_modules'));
    expect(own.filter((name) => /\.test\.tsx?$|(?:^|\/)(?:testing|samples|e2e|docs)(?:\/|$)/.test(name))).toEqual([]);
    const tools = ['vitest', 'typescript', 'vite', 'react', 'playwright-core', 'drizzle-kit'];
    expect(tools.filter((tool) => existsSync(join(place, 'node_modules', tool)))).toEqual([]);
    const { stdout } = await execute('du', ['-sm', place]);
    expect(Number(stdout.split('\t')[0])).toBeLessThan(LARGEST_MB);
  });

  test('has whatever one of its modules imports', { timeout: 120_000 }, async () => {
    const source = join(place, 'apps/server/src');
    const modules = (await readdir(source, { recursive: true })).filter((name) => name.endsWith('.ts'));
    expect(modules.length).toBeGreaterThan(300);
    // Those two start something when they are loaded.
    const loaded = modules.filter((name) => basename(name) !== 'main.ts').map((name) => join(source, name));
    const program = `for (const name of ${JSON.stringify(loaded)}) await import(name);`;
    await writeFile(join(scratch, 'load.mjs'), program);
    const done = execute('node', [join(scratch, 'load.mjs')], { cwd: place, env: environment, maxBuffer: 64_000_000 });
    expect(
      await done.then(
        () => '',
        (error: unknown) => String(error),
      ),
    ).toBe('');
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
      const proxy = await startNginx(NGINX, join(scratch, 'nginx'), { secure, server: await port });
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
});
