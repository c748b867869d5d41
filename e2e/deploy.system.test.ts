import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { BlockList } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { root } from './support/processes.ts';

const execute = promisify(execFile);
const deploy = join(root, 'deploy');
const page = await readFile(join(root, 'docs/installation.md'), 'utf8');

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
        // Those are the reader's own.
        const isThere =
          ['./certificates', './packages'].includes(source) ||
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

  test('and what the reader puts next to it, passwords and keys and backups, gets into no image and no commit', async () => {
    // At the root: only there every engine reads it.
    const ignored = (await readFile(join(root, '.dockerignore'), 'utf8')).split('\n');
    expect(ignored).toContain('deploy');
    const names = [
      'deploy/.env',
      'deploy/certificates/privkey.pem',
      'deploy/compose.override.yaml',
      'deploy/monday.backup',
      'deploy/backup.passphrase',
      'deploy/grant-key.json',
      'deploy/packages/workplace.deb',
    ];
    const { stdout } = await execute('git', ['check-ignore', ...names], { cwd: root });
    expect(stdout.trim().split('\n')).toEqual(names);
  });
});
