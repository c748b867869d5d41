import { say } from '@vestibule/contracts';
import type { SessionEnvironment } from '../../linux/session-environment.ts';
import type { Outcome, SystemPort } from '../../system-port.ts';
import { notUnderstood } from './gsettings.ts';
import { type LockerSettings, NEVER } from './locker.ts';
import { readIfThere } from '../../linux/if-there.ts';

/** Settings of every person, read where theirs say nothing. */
const SYSTEM_FILE = '/etc/X11/app-defaults/XScreenSaver';

/** What XScreenSaver does: the person's file over the one of the system. */
export async function readXscreensaver(
  system: SystemPort,
  _words: readonly string[],
  environment: SessionEnvironment,
): Promise<Outcome<LockerSettings>> {
  const texts: string[] = [];
  for (const path of [SYSTEM_FILE, `${environment['HOME'] ?? system.user.home}/.xscreensaver`]) {
    const file = await readIfThere(system, path);
    if (!file.ok) return file;
    texts.push(file.value ?? '');
  }
  const settings = new Map(texts.flatMap((text) => [...parseXscreensaver(text)]));
  const mode = settings.get('mode')?.toLowerCase() ?? '';
  const locks = booleanOf(settings.get('lock') ?? '');
  const idleSeconds = secondsOf(settings.get('timeout') ?? '');
  const graceSeconds = secondsOf(settings.get('locktimeout') ?? '');
  if (mode === 'off') return { ok: true, value: NEVER };
  if (!['one', 'random', 'random-same', 'blank'].includes(mode)) return notUnderstood(`xscreensaver: mode '${mode}'`);
  if (locks === null || idleSeconds === null || idleSeconds === 0 || graceSeconds === null) {
    return notUnderstood(say('xscreensaver does not say when it starts and whether it locks.'));
  }
  return { ok: true, value: { idleSeconds, asksPassword: locks, graceSeconds: locks ? graceSeconds : 0 } };
}

/** 'timeout:	0:10:00', in resources of the display with a star before the name. The last one counts. */
export function parseXscreensaver(text: string): ReadonlyMap<string, string> {
  const joined = text.replaceAll(/\\\r?\n/g, ' ');
  return new Map(
    joined.split('\n').flatMap((line) => {
      const entry = /^(?:XScreenSaver)?[.*]?([A-Za-z]+)\s*:\s*(.*?)\s*$/.exec(line);
      return entry === null ? [] : [[(entry[1] ?? '').toLowerCase(), entry[2] ?? ''] as const];
    }),
  );
}

/** 'hours:minutes:seconds', 'minutes:seconds' or minutes. */
function secondsOf(text: string): number | null {
  if (!/^\d{1,5}(:\d{1,2}){0,2}$/.test(text)) return null;
  const parts = text.split(':').map(Number);
  const [seconds = 0, minutes = 0, hours = 0] = parts.length === 1 ? [0, ...parts] : parts.toReversed();
  return (hours * 60 + minutes) * 60 + seconds;
}

function booleanOf(text: string): boolean | null {
  if (/^(?:on|yes|true)$/i.test(text)) return true;
  return /^(?:off|no|false)$/i.test(text) ? false : null;
}
