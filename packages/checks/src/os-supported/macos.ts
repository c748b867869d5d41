import type { FactReader } from '../definition.ts';
import { parseMacosVersion } from '../macos/macos-version.ts';
import { readTool } from '../macos/tool.ts';
import { unavailable, unavailableBecause, value } from '../reading.ts';
import type { OperatingSystemFact } from './definition.ts';

const SOURCE = 'sw_vers';

export const macosOperatingSystem: FactReader = {
  facts: 'operatingSystem',
  operatingSystem: 'macos',
  read: async (system) => {
    const answer = await readTool(system, 'sw_vers', []);
    if (!answer.ok) return unavailableBecause(system, SOURCE, answer);
    const version = parseMacosVersion(answer.value);
    if (version === null) return unavailable(system, SOURCE, 'unexpected-output', 'sw_vers: not a version of macOS');
    const { number, name } = version;
    return value(system, SOURCE, { family: 'macos', id: 'macos', version: number, name } satisfies OperatingSystemFact);
  },
  watch: () => ['/System/Library/CoreServices/SystemVersion.plist'],
};
