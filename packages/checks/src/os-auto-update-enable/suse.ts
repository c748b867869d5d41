import type { Outcome, SystemPort } from '../system-port.ts';
import type { AutomaticUpdatesFact } from './definition.ts';
import { findUpdater, readTimedProof } from './timed-updaters.ts';

const UPDATERS = [
  { mechanism: 'transactional-update', timer: 'transactional-update.timer', service: 'transactional-update.service' },
  { mechanism: 'os-update', timer: 'os-update.timer', service: 'os-update.service' },
];

/** Automatic updates of SUSE and openSUSE, as far as a timer starts them; what a desktop does by itself is not known. */
export async function readSuse(system: SystemPort): Promise<Outcome<AutomaticUpdatesFact>> {
  const found = await findUpdater(system, UPDATERS);
  if (!found.ok) return found;
  if (found.value.kind === 'none') {
    return { ok: false, reason: 'not-supported', detail: 'Workplace does not know how this system gets its updates.' };
  }
  const { mechanism } = found.value.updater;
  if (found.value.kind === 'stopped') {
    return { ok: true, value: { state: 'off', mechanism, obstacle: found.value.obstacle } };
  }
  const proof = await readTimedProof(system, found.value.updater);
  return proof.ok ? { ok: true, value: { state: 'on', mechanism, ...proof.value } } : proof;
}
