import { say } from '@vestibule/contracts';
import { runInSession, type SessionEnvironment, type SessionTools } from '../../linux/session-environment.ts';
import type { Outcome, SystemPort } from '../../system-port.ts';
import { notUnderstood } from './gsettings.ts';
import { type LockerSettings, NEVER } from './locker.ts';

const MINUTE = 60;
/** The program itself takes nothing longer (gs-prefs.c). */
const LONGEST_MINUTES = 480;
/** What it takes for a delay below one minute. */
const USUAL_MINUTES = 10;

/** What xfce4-screensaver does; delays are minutes. */
export async function readXfce(
  system: SystemPort,
  _words: readonly string[],
  environment: SessionEnvironment,
): Promise<Outcome<LockerSettings>> {
  const tools = { system, environment };
  const saver = await readChannel(tools, 'xfce4-screensaver');
  if (!saver.ok) return saver;
  const power = await readChannel(tools, 'xfce4-power-manager');
  if (!power.ok) return power;
  const flags = ['/saver/enabled', '/saver/idle-activation/enabled', '/lock/enabled', '/lock/saver-activation/enabled'];
  const [isOn, startsByItself, locks, locksWithSaver] = flags.map((name) => flagOf(saver.value.get(name) ?? 'true'));
  const isPresenting = flagOf(power.value.get('/xfce4-power-manager/presentation-mode') ?? 'false');
  const delay = minutesOf(saver.value.get('/saver/idle-activation/delay') ?? '5');
  const grace = minutesOf(saver.value.get('/lock/saver-activation/delay') ?? '0');
  const known = [isOn, startsByItself, locks, locksWithSaver, isPresenting, delay, grace];
  if (known.includes(null) || delay === null || grace === null) {
    return notUnderstood(say('The answer of {name} is not understood.', { name: 'xfconf-query' }));
  }
  if (isPresenting === true || isOn !== true || startsByItself !== true) return { ok: true, value: NEVER };
  const waits = delay < 1 ? USUAL_MINUTES : Math.min(delay, LONGEST_MINUTES);
  return {
    ok: true,
    value: {
      idleSeconds: waits * MINUTE,
      asksPassword: locks === true && locksWithSaver === true,
      graceSeconds: Math.min(Math.max(0, grace), LONGEST_MINUTES) * MINUTE,
    },
  };
}

/** All that is set in a channel: what was never set has the program's own default. */
async function readChannel(tools: SessionTools, channel: string): Promise<Outcome<ReadonlyMap<string, string>>> {
  const answer = await runInSession(tools, 'xfconf-query', ['-c', channel, '-l', '-v']);
  if (!answer.ok) return answer;
  const { code, stdout, stderr } = answer.value;
  if (code !== 0) {
    const isEmpty = /^Channel ".*" (?:contains no properties|does not exist)/.test(`${stderr}${stdout}`.trim());
    return isEmpty ? { ok: true, value: new Map() } : notUnderstood(`xfconf: ${stderr.trim()}`);
  }
  const rows = stdout.split('\n').filter((line) => line.trim() !== '');
  const entries = rows.map((row) => /^(\/\S+)\s+(.*?)\s*$/.exec(row));
  if (entries.includes(null))
    return notUnderstood(say('The answer of {name} is not understood.', { name: 'xfconf-query' }));
  return { ok: true, value: new Map(entries.map((entry) => [entry?.[1] ?? '', entry?.[2] ?? ''])) };
}

function flagOf(text: string): boolean | null {
  if (text === 'true') return true;
  return text === 'false' ? false : null;
}

function minutesOf(text: string): number | null {
  return /^-?\d{1,6}$/.test(text) ? Number(text) : null;
}
