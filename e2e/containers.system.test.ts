import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ContainerEngine, startContainerEngine } from './support/container-engine.ts';
import { root } from './support/processes.ts';
import { makeStandIn } from './support/stand-in-images.ts';

const run = promisify(execFile);
const SECOND = 1000;
/** Two minutes on a computer that has nothing else to do. */
const BUILD_TIMEOUT_MS = 900 * SECOND;
/** On top of Debian, with the Node that runs it, which is the largest part. */
const LARGEST_MB = 300;
/** The engine's side of its way outside: who asks there is a visitor from outside to the proxy. */
const VISITOR = '10.0.2.100';
const GATE = 'https://gate.example.com';
const WHO = '--company-name Example --login ilse --name "Ilse Brandt" --email ilse@example.com --yes';

/** Building them is tried elsewhere: here files of such names are enough. */
const PACKAGES = ['workplace_3.7.0_amd64.deb', 'workplace-3.7.0-windows-x64.msi', 'workplace-3.7.0-macos-x64.tar.gz'];

/** What the doctor finds wrong. The page makes the browser extension later. */
const COMPLAINT = /^[✗!](?! Extension: The browser extension was not made yet)/m;

const say = (line: string) => void process.stdout.write(`${line}\n`);
const page = await readFile(join(root, 'docs/installation.md'), 'utf8');
const section = page.split('## With containers')[1]?.split('\n## ')[0] ?? '';
const override = /^```yaml\n([\s\S]*?)^```/m.exec(section)?.[1] ?? '';
/** Commands of the page that no one has run so far, in its order. */
const left = [...section.replace(override, '').matchAll(/^ {4}(.*)$/gm)].map(([, line = '']) => line);

const started = await startContainerEngine((line) => say(`Progress: an engine for containers, ${line}`));
if (!started.ok) say(`Skipped: ${started.reason}.`);
afterAll(async () => {
  if (started.ok) await started.engine.close();
});

describe.skipIf(!started.ok)('the page on installation with containers, in an engine', () => {
  const engine: ContainerEngine = started.ok ? started.engine : (undefined as never);

  /** The same, as a person types it in `deploy`: what it prints, or an error with all of that. */
  async function type(line: string, timeoutMs = 120 * SECOND): Promise<string> {
    const { code, stdout, stderr } = await engine.run(line, { timeoutMs });
    if (code !== 0) throw new Error(`${line} ended with ${code}: ${stdout}${stderr}`);
    return stdout;
  }

  /**
   * The next command of the page, word for word.
   * @param begins what it has to begin with
   * @param more what this test adds to it
   */
  async function follow(begins: string, more = '', timeoutMs?: number): Promise<string> {
    const line = left.shift() ?? '';
    expect(line.slice(0, begins.length)).toBe(begins);
    return type(`${line}${more === '' ? '' : ` ${more}`}`, timeoutMs);
  }

  const ask = (path: string, more = '') =>
    type(`curl --silent --show-error --max-time 10 --cacert certificates/authority.pem ${more} '${GATE}${path}'`);
  const isThere = async () => (await ask('/healthz').catch(String)).includes('"ok"');
  const untilThere = async () => {
    await expect.poll(isThere, { timeout: 60 * SECOND, interval: SECOND / 2 }).toBe(true);
  };
  const inspect = async (service: string, format: string) =>
    (await type(`docker inspect --format '{{${format}}}' "$(docker compose ps --all --quiet ${service})"`)).trim();
  const addressOf = (service: string) => inspect(service, 'range .NetworkSettings.Networks}}{{.IPAddress}}{{end');
  const people = () => type('docker compose exec -T server vestibule person list');
  let token = '';
  const lookUp = () =>
    ask(
      '/api/online/v1/invitation/look-up',
      `--header 'Content-Type: application/json' --data '{"token":"${token}"}' --write-out ' %{http_code}'`,
    );

  /** Has the authority sign the gate's certificate, for that many days. */
  const certify = (days: number) =>
    type(
      [
        'echo subjectAltName=DNS:gate.example.com > ../names',
        `openssl x509 -req -in ../request.pem -CA certificates/authority.pem -CAkey ../authority.key -CAcreateserial -days ${days} -extfile ../names -out certificates/fullchain.pem`,
      ].join(' && '),
    );

  beforeAll(async () => {
    const { stdout } = await run('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
      cwd: root,
      maxBuffer: 64_000_000,
    });
    await writeFile(join(engine.standIns, 'names'), stdout);
    // Of someone whose files no one else may read.
    await run('sh', [
      '-c',
      'umask 077 && tar -C "$1" --ignore-failed-read --null -T "$2/names" -c | tar -C "$3" --no-same-permissions -x',
      ...['sh', root, engine.standIns, engine.checkout],
    ]);
    for (const image of ['debian:bookworm-slim', 'node:22-bookworm-slim'] as const) await makeStandIn(engine, image);
    await engine.addName('gate.example.com', VISITOR);
    await type(
      [
        'mkdir certificates && cd certificates',
        'openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 365 -subj /CN=Authority -keyout ../../authority.key -out authority.pem',
        'openssl req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=gate.example.com -keyout privkey.pem -out ../../request.pem',
      ].join(' && '),
    );
    await certify(60);
    for (const name of PACKAGES) await type(`mkdir -p packages && echo 'This is ${name}.' > packages/${name}`);
    await writeFile(join(engine.checkout, 'deploy/compose.override.yaml'), override);
  }, BUILD_TIMEOUT_MS);

  test('builds the image', { timeout: BUILD_TIMEOUT_MS }, async () => {
    await follow('(umask');
    // The two others meanwhile, for they mostly wait.
    const others = Promise.all([makeStandIn(engine, 'postgres:15'), makeStandIn(engine, 'nginx:stable')]);
    await follow('docker compose build', '', BUILD_TIMEOUT_MS);
    await others;
    const sizes = await type('docker image inspect --format "{{.Size}}" vestibule debian:bookworm-slim');
    const [whole = 0, debian = 0] = sizes.trim().split('\n').map(Number);
    const megabytes = Math.round((whole - debian) / 1_000_000);
    say(`Progress: an engine for containers, the image is ${megabytes} MB on top of Debian`);
    expect(megabytes).toBeLessThan(LARGEST_MB);
  });

  test('takes into it what the server needs, and nothing else', async () => {
    const inImage = (line: string) => type(`docker run --rm vestibule sh -c '${line}'`);
    expect((await inImage('ls')).split('\n').filter(Boolean)).toEqual([
      'LICENSE',
      'apps',
      'dist',
      'node_modules',
      'package.json',
      'packages',
    ]);
    const names = (await inImage('find . -name node_modules -prune -o -print')).split('\n');
    expect(names.length).toBeGreaterThan(500);
    expect(names.filter((name) => /\.test\.tsx?$|\/(?:testing|samples|e2e|docs|deploy)(?:\/|$)/.test(name))).toEqual(
      [],
    );
    const tools = ['vitest', 'typescript', 'vite', 'react', 'playwright-core', 'drizzle-kit'];
    const there = (await inImage('ls node_modules')).split('\n');
    expect(there).toContain('fastify');
    expect(tools.filter((tool) => there.includes(tool))).toEqual([]);
    // Those of that name start something when they are loaded.
    const load =
      'const { readdirSync } = require("node:fs"); const { basename, resolve } = require("node:path"); (async () => { const names = readdirSync("apps/server/src", { recursive: true }).filter((name) => name.endsWith(".ts") && basename(name) !== "main.ts"); for (const name of names) await import(resolve("apps/server/src", name)); process.stdout.write(`${names.length} loaded`); process.exit(); })();';
    await writeFile(join(engine.checkout, 'deploy/load.cjs'), load);
    const loaded = await type('docker run --rm --interactive vestibule node --input-type=commonjs < load.cjs');
    expect(Number(/^(\d+) loaded/.exec(loaded)?.[1])).toBeGreaterThan(300);
  });

  test('sets it up and starts it, and the doctor finds nothing wrong', async () => {
    const said = await follow('docker compose run --rm server vestibule setup', WHO);
    token = /#invitation=([\w-]+)/.exec(said)?.[1] ?? '';
    expect(said).toContain(`${GATE}/onboarding/signup#invitation=`);
    await follow('docker compose up --detach');
    await untilThere();
    const found = await follow('docker compose exec server vestibule doctor');
    expect(found).toMatch(/^✓ Server/);
    expect(found).toMatch(/^✓ Name: gate\.example\.com leads to /m);
    expect(found).toMatch(/^✓ Certificate: For gate\.example\.com, trusted/m);
    expect(found).toMatch(/^✓ Event stream: Comes as it is sent/m);
    expect(found).toMatch(/^✓ Database: PostgreSQL answers, and its schema is up to date/m);
    expect(found).not.toMatch(COMPLAINT);
  });

  test('is reached over https, whatever a visitor says of itself', async () => {
    const lies =
      "--header 'X-Forwarded-Host: evil.example' --header 'Forwarded: host=evil.example;for=192.0.2.1' --header 'X-Forwarded-For: 192.0.2.1'";
    for (const more of ['', lies]) {
      expect(await ask('/saml/metadata', more)).toContain(`entityID="${GATE}/saml/metadata"`);
    }
    expect(await ask('/online/', "--write-out '%{http_code}'")).toMatch(/<script[\s\S]*200$/);
    expect(
      await type(
        "curl --silent --output /dev/null --write-out '%{http_code} %{redirect_url}' http://gate.example.com/online/",
      ),
    ).toBe(`308 ${GATE}/online/`);
    // The link of the set-up: its page, and what the page asks.
    expect(await ask('/onboarding/signup')).toContain('<script');
    expect(await lookUp()).toMatch(/"login":"ilse".* 200$/);
    const wrong = await ask(
      '/api/online/v1/sign-in',
      `${lies} --header 'Content-Type: application/json' --data '{"login":"nobody","password":"wrong"}'`,
    );
    expect(wrong).toContain('correlationId');
    const audit = await type('docker compose exec -T server vestibule audit --json');
    expect(audit).toContain(VISITOR);
    expect(audit).not.toContain('192.0.2.1');
  });

  test('hands out what people are to install', async () => {
    await follow('docker compose cp server:/data/grant-key.json');
    expect(await type('cat grant-key.json')).toContain('"kty"');
    // The folder that the server hands out when it is told of no other.
    const read = await type("docker compose exec -T server sh -c 'cat dist/packages/*'");
    for (const name of PACKAGES) expect(read).toContain(`This is ${name}.`);
  });

  test('takes a renewed certificate', async () => {
    const days = async () =>
      / good for (\d+) more days/.exec(await type('docker compose exec -T server vestibule doctor'))?.[1];
    expect(await days()).toBe('59');
    await certify(90);
    const command = /`(docker compose exec proxy nginx -s reload)`/.exec(section)?.[1] ?? '';
    await type(command);
    await expect.poll(days, { timeout: 30 * SECOND, interval: SECOND }).toBe('89');
  });

  test('runs as no one, and may write into its data folder only', async () => {
    const inServer = (line: string) => engine.run(`docker compose exec -T server sh -c '${line}'`);
    expect((await inServer('id -u; stat -c "%u %a" /data /data/master.key')).stdout).toBe(
      '10001\n10001 700\n10001 600\n',
    );
    expect((await inServer('touch /data/here && rm /data/here')).code).toBe(0);
    for (const place of ['/srv/vestibule', '/srv/vestibule/apps/server', '/tmp', '/etc']) {
      const { code, stderr } = await inServer(`touch ${place}/here`);
      expect([place, code === 0, stderr]).toEqual([place, false, expect.stringMatching(/Read-only|denied/)]);
    }
    expect((await inServer('grep -h ^Cap.*: /proc/1/status | cut -f 2 | sort -u')).stdout).toBe('0000000000000000\n');
  });

  test('is healthy, ends within seconds, and has its data when it starts again', async () => {
    await expect
      .poll(() => inspect('server', '.State.Health.Status'), { timeout: 90 * SECOND, interval: SECOND })
      .toBe('healthy');
    const before = await addressOf('server');
    const begun = Date.now();
    await type('docker compose stop server');
    expect(Date.now() - begun).toBeLessThan(9 * SECOND);
    expect(await inspect('server', '.State.ExitCode')).toBe('0');
    // Something else takes its address meanwhile.
    await type('docker run --detach --rm --name other --network vestibule_inside debian:bookworm-slim sleep 600');
    await type('docker compose start server');
    await untilThere();
    expect(await addressOf('server')).not.toBe(before);
    await type('docker rm --force other');
    expect(await people()).toContain('ilse@example.com');
    expect(await lookUp()).toMatch(/"login":"ilse".* 200$/);
  });

  test('is backed up from outside', async () => {
    await follow('(umask');
    expect(await follow('docker compose exec -T server vestibule backup')).toContain('is written');
    await follow('docker compose cp');
    await follow('docker compose exec server rm');
    expect(await type('head -c 9 monday.backup | wc -c; docker compose exec -T server ls /data')).not.toContain(
      'monday',
    );
    await type('mv monday.backup postgres.backup');
  });

  test('goes on with a newer version', { timeout: BUILD_TIMEOUT_MS }, async () => {
    expect(left.shift()).toBe('git pull');
    await follow('docker compose build', '', BUILD_TIMEOUT_MS);
    // What was pulled: an image that is another one.
    await type("printf 'FROM vestibule\\nLABEL newer=1\\n' | docker build --quiet --tag vestibule -");
    const before = await inspect('server', '.Id');
    await follow('docker compose up --detach');
    expect(await inspect('server', '.Id')).not.toBe(before);
    await untilThere();
    expect(await follow('docker compose exec server vestibule doctor')).not.toMatch(COMPLAINT);
    expect(await people()).toContain('ilse@example.com');
    expect(await lookUp()).toMatch(/"login":"ilse".* 200$/);
  });

  test('is restored from an embedded database into its PostgreSQL', async () => {
    const alone = 'docker run --rm --interactive --volume small:/data vestibule';
    await type(`${alone} vestibule setup --url ${GATE} --behind-proxy 127.0.0.1 ${WHO.replaceAll('ilse', 'jonas')}`);
    await type(`${alone} vestibule backup /data/small.backup --passphrase-file - < backup.passphrase`);
    await type(`${alone} cat /data/small.backup > monday.backup`);
    expect(section).toContain('`docker compose down --volumes`');
    await type('docker compose down --volumes');
    await restore();
    expect(await people()).toContain('jonas@example.com');
    expect(await people()).not.toContain('ilse');
  });

  test('is restored from its own backup', async () => {
    await type('docker compose down --volumes && mv postgres.backup monday.backup');
    await restore();
    expect(await people()).toContain('ilse@example.com');
  });

  const RESTORE = left.slice(left.findIndex((line) => line.includes("cat > /data/monday.backup'")));
  async function restore(): Promise<void> {
    left.splice(0, left.length, ...RESTORE);
    await follow('docker compose run --rm -T server sh -c');
    expect(await follow('docker compose run --rm -T server vestibule restore')).toContain('Restored');
    await follow('docker compose run --rm server rm');
    await follow('docker compose run --rm server vestibule setup --change');
    await follow('docker compose up --detach');
    await untilThere();
    expect(await type('docker compose exec -T server vestibule doctor')).not.toMatch(COMPLAINT);
    expect(left).toEqual([]);
  }
});
