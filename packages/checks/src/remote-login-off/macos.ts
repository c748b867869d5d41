import type { FactReader } from '../definition.ts';
import { NOT_LOADED, parseServiceState } from '../macos/launch-daemons.ts';
import { QUICK_TIMEOUT_MS, readTool } from '../macos/tool.ts';
import { unavailable, unavailableBecause, value } from '../reading.ts';
import type { SystemPort } from '../system-port.ts';
import type { RemoteLoginFact } from './definition.ts';

const SOURCE = 'launchctl';
const LABEL = 'com.openssh.sshd';

/** `systemsetup -getremotelogin` takes an administrator; launchd tells everybody the same. */
export const macosRemoteLogin: FactReader = {
  facts: 'remoteLogin',
  operatingSystem: 'macos',
  read: async (system) => {
    const list = await readTool(system, 'launchctl', ['print-disabled', 'system']);
    if (!list.ok) return unavailableBecause(system, SOURCE, list);
    const startsWithSystem = parseDisabled(list.value);
    const isOn = await isLoaded(system);
    if (isOn === null || (startsWithSystem === null && !isOn)) {
      return unavailable(system, SOURCE, 'unexpected-output', `launchctl does not say whether ${LABEL} starts.`);
    }
    const service = { name: 'Remote Login', isOn, startsWithSystem: startsWithSystem ?? true };
    return value(system, SOURCE, { services: [service] } satisfies RemoteLoginFact);
  },
  watch: () => ['/var/db/com.apple.xpc.launchd'],
};

/** macOS 13 and newer say `disabled` and `enabled`, older ones `true` and `false`. @returns null: it says neither */
function parseDisabled(text: string): boolean | null {
  const body = /^\s*disabled services = \{\n([\s\S]*?)^\s*\}/m.exec(text)?.[1];
  const words = [...(body ?? '').matchAll(/^\s*"com\.openssh\.sshd" => (\w+)\s*$/gm)].map(([, word]) => word);
  const [word] = words;
  if (words.length !== 1) return null;
  if (word === 'disabled' || word === 'true') return false;
  return word === 'enabled' || word === 'false' ? true : null;
}

/** The server runs when someone connects: as long as launchd has it loaded, they can. */
async function isLoaded(system: SystemPort): Promise<boolean | null> {
  const answer = await system.run({
    tool: 'launchctl',
    arguments: ['print', `system/${LABEL}`],
    timeoutMs: QUICK_TIMEOUT_MS,
  });
  if (!answer.ok) return null;
  if (answer.value.code === NOT_LOADED) return false;
  return answer.value.code === 0 && parseServiceState(answer.value.stdout) !== null ? true : null;
}
