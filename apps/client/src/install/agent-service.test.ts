import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openLocalSystem } from '../system/local-system.ts';
import { agentService, type ServiceContext } from './agent-service.ts';
import { installAgent, uninstallAgent } from './install-agent.ts';
import type { InstallTools } from './install.ts';

const run = promisify(execFile);
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vestibule-service-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const context = (changes: Partial<ServiceContext> = {}): ServiceContext => ({
  operatingSystem: 'linux',
  environment: {},
  home: folder,
  userId: 1000,
  words: ['/opt/workplace/workplace'],
  ...changes,
});

describe('the service of a person', () => {
  test.runIf(existsSync('/usr/bin/systemd-analyze'))(
    'is one that systemd understands, and starts these very words whatever is in them',
    async () => {
      const program = join(folder, 'a "b" $HOME %h \\ folder');
      await mkdir(program);
      const launcher = join(program, 'workplace');
      await writeFile(launcher, '#!/bin/sh\n');
      await chmod(launcher, 0o755);
      const { file } = agentService(context({ words: [launcher, '--state', '/home/ada/50% $x'] }));
      const unit = join(folder, 'workplace-agent.service');
      await writeFile(unit, file?.content ?? '');
      const { stdout, stderr } = await run('systemd-analyze', ['verify', '--user', '--man=no', unit], {
        env: { ...process.env, XDG_RUNTIME_DIR: folder },
      }).catch((error: unknown) => error as { stdout: string; stderr: string });
      const complaints = `${stdout}${stderr}`.split('\n').filter((line) => line.includes('workplace-agent'));
      expect(complaints).toEqual([]);
      expect(file?.content).toContain('"--state" "/home/ada/50%% $$x" "agent"');
    },
  );

  test('is a launch agent of the person on macOS, with every sign of XML written out', () => {
    const { file, start, stop } = agentService(
      context({ operatingSystem: 'macos', words: ['/Apps/A & <B>/workplace'] }),
    );
    expect(file?.path).toBe(join(folder, 'Library/LaunchAgents/org.vestibule.workplace.agent.plist'));
    expect(file?.content).toContain('<string>/Apps/A &amp; &lt;B&gt;/workplace</string>\n    <string>agent</string>');
    expect(start.at(-1)?.arguments).toEqual(['bootstrap', 'gui/1000', file?.path]);
    expect(stop[0]?.arguments).toEqual(['bootout', 'gui/1000/org.vestibule.workplace.agent']);
  });

  test('is a task with the person’s own rights on Windows, started without a window', () => {
    const { file, start } = agentService(
      context({ operatingSystem: 'windows', words: ['C:\\Program Files\\Workplace\\workplace.cmd'] }),
    );
    expect(file).toBeNull();
    expect(start[0]?.arguments).toContain('LIMITED');
    expect(start[0]?.arguments.at(-1)).toBe(
      'C:\\Windows\\System32\\conhost.exe --headless "C:\\Program Files\\Workplace\\workplace.cmd" agent',
    );
  });
});

/** A computer whose `systemctl` writes down what it is asked, and answers with this code. */
async function computerWith(code: number): Promise<InstallTools> {
  const tools = join(folder, 'root/usr/bin');
  await mkdir(tools, { recursive: true });
  const told = code === 0 ? '' : 'echo "No user manager runs here." >&2; ';
  await writeFile(join(tools, 'systemctl'), `#!/bin/sh\necho "$@" >> ${join(folder, 'asked')}\n${told}exit ${code}\n`);
  await chmod(join(tools, 'systemctl'), 0o755);
  const environment = { XDG_CONFIG_HOME: '/home/ada/.config' };
  return {
    program: { code: '/opt/workplace/workplace.mjs', launcher: '/opt/workplace/workplace' },
    state: { path: join(folder, 'state'), isUsual: true },
    system: openLocalSystem({
      rootFolder: join(folder, 'root'),
      rootOption: '--system-root',
      environment,
      now: () => new Date(),
    }),
  };
}

describe.runIf(process.platform === 'linux')('setting it up', () => {
  const unit = () => join(folder, 'root/home/ada/.config/systemd/user/workplace-agent.service');

  test('writes the unit, starts it, and takes all of it back', async () => {
    const tools = await computerWith(0);
    expect((await installAgent(tools)).state).toBe('started');
    expect(await readFile(unit(), 'utf8')).toContain(
      'ExecStart=/usr/bin/env "/opt/workplace/workplace" "--system-root"',
    );
    expect(await uninstallAgent(tools)).toBe(unit());
    expect(existsSync(unit())).toBe(false);
    expect((await readFile(join(folder, 'asked'), 'utf8')).split('\n')).toEqual([
      '--user daemon-reload',
      '--user enable workplace-agent.service',
      '--user restart workplace-agent.service',
      '--user disable --now workplace-agent.service',
      '',
    ]);
    expect(await uninstallAgent(tools)).toBeNull();
  });

  test('says so where no user manager runs', async () => {
    expect(await installAgent(await computerWith(1))).toMatchObject({
      state: 'not-started',
      detail: 'No user manager runs here.',
    });
  });
});
