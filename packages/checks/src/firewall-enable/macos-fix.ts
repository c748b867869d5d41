import { say } from '@vestibule/contracts';
import * as z from 'zod/mini';
import type { CheckFix } from '../definition.ts';
import { memberOf } from '../json.ts';
import { readManaged } from '../macos/preferences.ts';
import type { Outcome } from '../system-port.ts';
import { MACOS_FIREWALL_DOMAIN } from './macos.ts';

const TIMEOUT_MS = 20_000;
const SWITCH = '/usr/libexec/ApplicationFirewall/socketfilterfw --setglobalstate';

const MANAGED: Outcome<never> = {
  ok: false,
  reason: 'blocked-by-policy',
  detail: say('Your company manages the firewall.'),
};

export const macosFirewallFix: CheckFix = {
  type: 'FirewallEnable',
  operatingSystem: 'macos',
  needsElevation: true,
  parameters: z.object({}),
  apply: async (system) => {
    const managed = await readManaged(system, MACOS_FIREWALL_DOMAIN);
    if (!managed.ok) return managed;
    if (memberOf(managed.value, 'EnableFirewall') !== undefined) return MANAGED;
    const answer = await system.run({
      tool: 'socketfilterfw',
      arguments: ['--setglobalstate', 'on'],
      timeoutMs: TIMEOUT_MS,
    });
    if (!answer.ok) return answer;
    // What it prints differs from version to version, and it refuses with the exit code of a success.
    const said = `${answer.value.stdout}\n${answer.value.stderr}`.trim();
    if (/managed Mac/i.test(said)) return MANAGED;
    if (/must be root/i.test(said)) return { ok: false, reason: 'access-denied', detail: said };
    if (answer.value.code !== 0) return { ok: false, reason: 'unexpected-output', detail: `socketfilterfw: ${said}` };
    return {
      ok: true,
      value: { undo: say('To take it back, run as an administrator: {commands}', { commands: `${SWITCH} off` }) },
    };
  },
};
