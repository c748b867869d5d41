import { say } from '@vestibule/contracts';
import type { Outcome, SystemPort } from '../system-port.ts';
import type { Layer } from './block-devices.ts';

const TIMEOUT_MS = 5000;
const NAME = /^\w[\w./:-]*$/;

/** How a ZFS dataset is encrypted by itself; of one that is not, the devices its pool lies on. */
export type ZfsReading =
  | { readonly layer: 'encrypted'; readonly method: string }
  | { readonly layer: 'below'; readonly devices: readonly string[] };

export async function readZfs(system: SystemPort, dataset: string): Promise<Outcome<ZfsReading>> {
  if (!NAME.test(dataset))
    return {
      ok: false,
      reason: 'not-supported',
      detail: say('The system lies on {place}.', { place: `${dataset} (zfs)` }),
    };
  const property = await ask(system, 'zfs', ['get', '-H', '-o', 'value', 'encryption', dataset]);
  if (!property.ok) return property;
  const method = property.value.trim();
  if (/^aes-\d+-[a-z]+$/.test(method)) return { ok: true, value: { layer: 'encrypted', method } };
  if (method !== 'off') return { ok: false, reason: 'unexpected-output', detail: `zfs: encryption is '${method}'` };
  const pool = await ask(system, 'zpool', ['list', '-v', '-H', '-P', dataset.split('/', 1)[0] ?? '']);
  if (!pool.ok) return pool;
  const devices = pool.value.split('\n').flatMap((line) => /^\t+(\/dev\/\S+)\t/.exec(line)?.[1] ?? []);
  if (devices.length > 0) return { ok: true, value: { layer: 'below', devices } };
  return {
    ok: false,
    reason: 'unexpected-output',
    detail: say('The answer of {name} is not understood.', { name: 'zpool' }),
  };
}

/** What a pool without encryption of its own has from below. */
export function layerOfPool(layers: readonly (Layer | undefined)[]): Layer {
  if (layers.includes('plain')) return 'plain';
  if (layers.includes('exposed')) return 'exposed';
  return layers.every((layer) => layer === 'encrypted') ? 'encrypted' : 'not-known';
}

async function ask(system: SystemPort, tool: string, words: readonly string[]): Promise<Outcome<string>> {
  const result = await system.run({ tool, arguments: words, timeoutMs: TIMEOUT_MS });
  if (!result.ok) return result;
  if (result.value.code === 0) return { ok: true, value: result.value.stdout };
  return { ok: false, reason: 'unexpected-output', detail: `${tool}: ${result.value.stderr.trim()}` };
}
