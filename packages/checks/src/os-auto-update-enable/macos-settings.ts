import { memberOf } from '../json.ts';
import { managedFiles, readManaged, readPreferences, switchOf } from '../macos/preferences.ts';
import { notUnderstood } from '../macos/tool.ts';
import type { Outcome, SystemPort } from '../system-port.ts';

const DOMAIN = 'com.apple.SoftwareUpdate';

export const UPDATE_PREFERENCES = `/Library/Preferences/${DOMAIN}`;

/** Where a company's declarations are kept (macOS 26); most systems show it to administrators only. */
const DECLARATIONS_FILE = '/var/db/softwareupdate/SoftwareUpdateDDMStatePersistence.plist';
const DECLARED_SETTINGS = ['SUCorePersistedStatePolicyFields', 'SUCoreDDMDeclarationGlobalSettings'];
const ALWAYS_ON = 1;
/** The person may choose. */
const ALLOWED = 0;

const DECLARED_KEYS = ['automaticallyInstallOSUpdates', 'automaticallyInstallSystemAndSecurityUpdates'] as const;

/** The five switches of Software Update, by their names in its preferences. */
export const UPDATE_KEYS = [
  'AutomaticCheckEnabled',
  'AutomaticDownload',
  'AutomaticallyInstallMacOSUpdates',
  'CriticalUpdateInstall',
  'ConfigDataInstall',
] as const;
export type UpdateKey = (typeof UPDATE_KEYS)[number];

export interface UpdateSetting {
  /** Null when nobody has set it and macOS has no fixed default for it. */
  readonly isOn: boolean | null;
  readonly isManaged: boolean;
}
export type UpdateSettings = Readonly<Record<UpdateKey, UpdateSetting>>;

/** Whether macOS installs its own updates depends on what was answered when the computer was set up. */
const WITHOUT_DEFAULT: UpdateKey = 'AutomaticallyInstallMacOSUpdates';

/** Reads the switches: the company's first, then the computer's own, then what macOS does when nobody has set them. */
export async function readUpdateSettings(system: SystemPort): Promise<Outcome<UpdateSettings>> {
  const [managed, own, declared] = await Promise.all([
    readManaged(system, DOMAIN),
    readPreferences(system, `${UPDATE_PREFERENCES}.plist`),
    readDeclared(system),
  ]);
  if (!managed.ok) return managed;
  if (!own.ok) return own;
  if (!declared.ok) return declared;
  const settings: [UpdateKey, UpdateSetting][] = [];
  for (const key of UPDATE_KEYS) {
    const held = declared.value.has(key) ? true : switchOf(managed.value, key);
    const set = held === undefined ? switchOf(own.value, key) : held;
    if (set === null) return notUnderstood('plutil', `${key} is neither on nor off`);
    const usual = key === WITHOUT_DEFAULT ? null : true;
    settings.push([key, { isOn: set === undefined ? usual : set, isManaged: held !== undefined }]);
  }
  return { ok: true, value: Object.fromEntries(settings) as Record<UpdateKey, UpdateSetting> };
}

/** Files whose change may change a switch. */
export function updateFiles(system: SystemPort): readonly string[] {
  return [`${UPDATE_PREFERENCES}.plist`, ...managedFiles(system, DOMAIN)];
}

/**
 * What a company declares to be always on. That the file may not be read says nothing either way; a number that is not
 * described may stand for always off.
 */
async function readDeclared(system: SystemPort): Promise<Outcome<ReadonlySet<UpdateKey>>> {
  const list = await readPreferences(system, DECLARATIONS_FILE);
  if (!list.ok) return list.reason === 'access-denied' ? { ok: true, value: new Set() } : list;
  const valueOf = (key: string) => memberOf(list.value, ...DECLARED_SETTINGS, key);
  const strange = DECLARED_KEYS.find((key) => ![undefined, ALLOWED, ALWAYS_ON].includes(valueOf(key) as number));
  if (strange !== undefined) return notUnderstood('plutil', `${strange} is neither allowed nor always on`);
  const isOn = (key: (typeof DECLARED_KEYS)[number]) => valueOf(key) === ALWAYS_ON;
  return {
    ok: true,
    value: new Set<UpdateKey>([
      ...(isOn('automaticallyInstallOSUpdates') ? (['AutomaticallyInstallMacOSUpdates'] as const) : []),
      ...(isOn('automaticallyInstallSystemAndSecurityUpdates')
        ? (['CriticalUpdateInstall', 'ConfigDataInstall'] as const)
        : []),
    ]),
  };
}
