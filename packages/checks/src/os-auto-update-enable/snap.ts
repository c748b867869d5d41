import type { Outcome, SystemPort } from '../system-port.ts';
import type { AutomaticUpdatesFact } from './definition.ts';

const MECHANISM = 'snapd';
const DAY_MS = 86_400_000;

/** Automatic updates of Ubuntu Core, where everything is a snap. */
export async function readSnap(system: SystemPort): Promise<Outcome<AutomaticUpdatesFact>> {
  const asked = await system.run({
    tool: 'snap',
    arguments: ['refresh', '--time', '--abs-time'],
    timeoutMs: 5000,
    // No one's account at the store is needed, and the reader may not look into root's folder for one.
    environment: { SNAPD_AUTH_DATA_FILENAME: '/run/workplace/none' },
  });
  if (!asked.ok) return asked;
  const field = (name: string) => new RegExp(`^${name}:\\s*(.*?)\\s*$`, 'm').exec(asked.value.stdout)?.[1] ?? null;
  const [timer, last, hold] = ['timer', 'last', 'hold'].map(field);
  if (asked.value.code !== 0 || timer === null || last === null || last === undefined) {
    return { ok: false, reason: 'unexpected-output', detail: `snap: ${asked.value.stderr.trim()}` };
  }
  if (hold === 'forever') return off('Updates are held back');
  const until = hold === null || hold === undefined ? null : new Date(hold);
  if (until !== null && Number.isNaN(until.getTime())) {
    return { ok: false, reason: 'unexpected-output', detail: `snap: hold: ${hold}` };
  }
  // A new system holds them for two hours by itself.
  if (until !== null && until.getTime() - system.now().getTime() > DAY_MS) {
    return off(`Updates are paused until ${until.toISOString().slice(0, 10)}`);
  }
  const lastAt = new Date(last);
  const isNever = Number.isNaN(lastAt.getTime());
  return {
    ok: true,
    value: { state: 'on', mechanism: MECHANISM, lastAt: isNever ? null : lastAt.toISOString(), onSince: null },
  };
}

function off(obstacle: string): Outcome<AutomaticUpdatesFact> {
  return { ok: true, value: { state: 'off', mechanism: MECHANISM, obstacle } };
}
