import { say } from '@vestibule/contracts';
import * as z from 'zod/mini';
import type { CheckFix } from '../definition.ts';
import type { ChangePort } from '../system-port.ts';
import { type RemoteLoginFact, remoteLoginFactSchema } from './definition.ts';
import { linuxRemoteLogin } from './linux.ts';

const REFUSED = {
  ok: false,
  reason: 'unexpected-output',
  detail: say('The system did not allow the change.'),
} as const;

/** Turns the servers off, now and at every start. Sessions that are open end by themselves. */
export const linuxRemoteLoginFix: CheckFix = {
  type: 'RemoteLoginOff',
  operatingSystem: 'linux',
  needsElevation: true,
  parameters: z.object({}),
  apply: async (system) => {
    const open = await findOpen(system);
    const units = (open ?? []).filter(({ name }) => /\.(?:service|socket)$/.test(name));
    const names = units.map(({ name }) => name);
    if (names.length === 0) return REFUSED;
    await system.run({ tool: 'systemctl', arguments: ['disable', '--now', '--', ...names], timeoutMs: 60_000 });
    // It complains of a unit's second name, which goes with the first: what is so now counts, not what it answered.
    const left = await findOpen(system);
    if (left === null || left.some(({ name }) => names.includes(name))) return REFUSED;
    const started = units.filter(({ startsWithSystem }) => startsWithSystem).map(({ name }) => name);
    const verb = started.length === 0 ? 'start' : 'enable --now';
    const commands = `systemctl ${verb} ${(started.length === 0 ? names : started).join(' ')}`;
    return { ok: true, value: { undo: say('To take it back, run as an administrator: {commands}', { commands }) } };
  },
};

async function findOpen(system: ChangePort): Promise<RemoteLoginFact['services'] | null> {
  const reading = await linuxRemoteLogin.read(system);
  const fact = remoteLoginFactSchema.safeParse('value' in reading ? reading.value : null);
  return fact.success ? fact.data.services.filter(({ isOn, startsWithSystem }) => isOn || startsWithSystem) : null;
}
