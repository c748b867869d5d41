import { describe, expect, test } from 'vitest';
import { linuxFciAgentFix } from '../../fci-agent-running/linux-fix.ts';
import { createFakeSystem, type FakeSystemOptions } from '../../fake-system.ts';
import { createFakeMac } from '../../macos/fake-mac.ts';
import { linuxRmmAgentFix } from '../../rmm-agent/linux-fix.ts';
import { macosRmmAgentFix } from '../../rmm-agent/macos-fix.ts';
import { windowsRmmAgentFix } from '../../rmm-agent/windows-fix.ts';
import { createWindows } from '../../windows/sample-system.ts';
import { LINUX_AGENTS } from './catalogue.ts';

const undoOf = (fixed: Awaited<ReturnType<typeof linuxRmmAgentFix.apply>>) =>
  fixed.ok ? fixed.value.undo?.replace('To take it back, run as an administrator: ', '') : fixed.detail;

describe('Linux', () => {
  const installed = (...names: readonly string[]): NonNullable<FakeSystemOptions['commands']> => ({
    'systemctl show': LINUX_AGENTS.flatMap(({ units }) => units)
      .map((unit) => {
        const isThere = names.includes(unit.replace('.service', ''));
        return `Names=${unit}\nLoadState=${isThere ? 'loaded' : 'not-found'}\nActiveState=inactive\nSubState=dead\nTransient=no\nNRestarts=0\nActiveEnterTimestamp=\n`;
      })
      .join('\n'),
    'systemctl enable': '',
  });

  test('the agent that the policy names is started, no other', async () => {
    const system = createFakeSystem({ commands: installed('orbit', 'teamviewerd') });
    expect(undoOf(await linuxRmmAgentFix.apply(system, { agent: 'fleet' }))).toBe(
      'systemctl disable --now orbit.service',
    );
    expect(system.ran.filter((line) => line.startsWith('systemctl enable'))).toEqual([
      'systemctl enable --now -- orbit.service',
    ]);
  });

  test.each([
    [['orbit', 'teamviewerd'], {}],
    [['orbit'], { agent: 'teamviewer' }],
    [[], {}],
    [['fci-agent'], {}],
  ])('with %j installed and %j wanted nothing is started', async (names, wanted) => {
    const system = createFakeSystem({ commands: installed(...names) });
    expect(await linuxRmmAgentFix.apply(system, wanted)).toMatchObject({ ok: false, reason: 'not-supported' });
    expect(system.ran.some((line) => line.startsWith('systemctl enable'))).toBe(false);
  });

  test('without a name the only one that is stopped is meant, each check its own', async () => {
    const commands = installed('orbit', 'fci-agent');
    expect(undoOf(await linuxRmmAgentFix.apply(createFakeSystem({ commands }), {}))).toContain('orbit.service');
    expect(undoOf(await linuxFciAgentFix.apply(createFakeSystem({ commands }), {}))).toContain('fci-agent.service');
  });

  test.each([{ agent: '../x' }, { agent: 'a; reboot' }, { agent: 7 }])('%j is no agent', (parameters) => {
    expect(linuxRmmAgentFix.parameters.safeParse(parameters).success).toBe(false);
  });

  test('a service that systemd refuses to start is told in its words', async () => {
    const refused = { code: 1, stderr: 'Failed to enable unit: Unit file orbit.service is masked.' };
    const commands = { ...installed('orbit'), 'systemctl enable': refused };
    expect(undoOf(await linuxRmmAgentFix.apply(createFakeSystem({ commands }), {}))).toContain('is masked');
  });
});

describe('macOS', () => {
  const files = { '/Library/LaunchDaemons/com.fleetdm.orbit.plist': '' };
  const ps = '    1     0 /sbin/launchd\n';

  test.each([
    [
      { code: 113, stderr: 'Could not find service' },
      'launchctl bootstrap system /Library/LaunchDaemons/com.fleetdm.orbit.plist',
    ],
    [
      { stdout: 'system/com.fleetdm.orbit = {\n\tstate = not running\n}\n' },
      'launchctl kickstart system/com.fleetdm.orbit',
    ],
  ])('a daemon that answers %j is started by %s', async (answer, expected) => {
    const system = createFakeMac({ files, commands: { ps, 'launchctl print': answer, launchctl: '' } });
    expect(undoOf(await macosRmmAgentFix.apply(system, { agent: 'fleet' }))).toBe(
      'launchctl bootout system/com.fleetdm.orbit',
    );
    expect(system.ran.at(-1)).toBe(expected);
  });
});

describe('Windows', () => {
  const inventory = (start: string) =>
    JSON.stringify({
      format: 1,
      sections: {
        services: { value: { services: [{ name: 'Fleet osquery', state: 'Stopped', start }] } },
        listedAgents: { value: { agents: [] } },
      },
    });

  test('a stopped service is started and waited for; one that someone disabled is left alone', async () => {
    const system = createWindows(inventory('Auto'), { commands: { net: '' } });
    expect(undoOf(await windowsRmmAgentFix.apply(system, {}))).toBe('net stop "fleet osquery"');
    expect(system.ran).toEqual(['net start fleet osquery']);
    const disabled = createWindows(inventory('Disabled'), { commands: { net: '' } });
    expect(await windowsRmmAgentFix.apply(disabled, {})).toMatchObject({ ok: false, reason: 'not-supported' });
    expect(disabled.ran).toEqual([]);
  });
});
