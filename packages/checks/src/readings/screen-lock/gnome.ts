import type { Outcome, SystemPort } from '../../system-port.ts';
import type { ScreenLockFact, ScreenLockSetting } from './fact.ts';
import {
  type DesktopSettings,
  getSetting,
  isWritable,
  notUnderstood,
  parseVariantBoolean,
  parseVariantNumber,
} from './gsettings.ts';

/** The screen lock of a desktop of the GNOME family, whose session is known to run. */
export async function readGnome(system: SystemPort, settings: DesktopSettings): Promise<Outcome<ScreenLockFact>> {
  const { idleDelay, lockEnabled, lockDelay, lockDisabled } = settings;
  const texts = await Promise.all(
    [idleDelay, lockEnabled, lockDelay, lockDisabled].map((setting) => getSetting(system, setting)),
  );
  const writable = await Promise.all([idleDelay, lockEnabled, lockDelay].map((setting) => isWritable(system, setting)));
  for (const answer of [...texts, ...writable]) if (!answer.ok) return answer;
  const [idleText, enabledText, delayText, disabledText] = texts.map((text) => (text.ok ? text.value : ''));
  const idle = parseVariantNumber(idleText ?? '');
  const delay = parseVariantNumber(delayText ?? '');
  const enabled = parseVariantBoolean(enabledText ?? '');
  const disabled = parseVariantBoolean(disabledText ?? '');
  if (idle === null || delay === null || enabled === null || disabled === null) {
    return notUnderstood(`gsettings: '${idleText}', '${delayText}', '${enabledText}', '${disabledText}'`);
  }
  const names: readonly ScreenLockSetting[] = ['idleSeconds', 'asksPassword', 'graceSeconds'];
  return {
    ok: true,
    value: {
      desktop: settings.name,
      idleSeconds: idle === 0 ? null : idle,
      asksPassword: enabled && !disabled,
      graceSeconds: delay,
      managedSettings: names.filter((name, index) => {
        const answer = writable[index];
        return (answer?.ok && !answer.value) || (name === 'asksPassword' && disabled);
      }),
    },
  };
}
