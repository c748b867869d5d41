import type { Outcome, SystemPort } from '../system-port.ts';
import { notUnderstood, readTool } from './tool.ts';

/**
 * Settings of a person's own session are asked for as that person and at the screen, nowhere else: over SSH, or as an
 * administrator, the tools answer for another person.
 */
export async function requireConsoleSession(system: SystemPort): Promise<Outcome<void>> {
  const owner = await readTool(system, 'stat', ['-f', '%u', '/dev/console']);
  if (!owner.ok) return owner;
  const id = /^(\d{1,10})\s*$/.exec(owner.value)?.[1];
  if (id === undefined) return notUnderstood('stat', owner.value);
  if (Number(id) !== 0 && Number(id) === system.user.id) return { ok: true, value: undefined };
  return { ok: false, reason: 'no-session', detail: 'Another person is signed in at the screen of this computer.' };
}
