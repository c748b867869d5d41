import { memberOf } from '../json.ts';
import { managedFiles, type Preferences, readManaged, readPreferences, switchOf } from '../macos/preferences.ts';
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

/** The five switches of Software Update, by their names in its preferences. */
export const UPDATE_KEYS = [
  'AutomaticCheckEnabled',
  'AutomaticDownload',
  'AutomaticallyInstallMacOSUpdates',
  'CriticalUpdateInstall',
  'ConfigDataInstall',
] as const;
export type UpdateKey = (typeof UPDATE_KEYS)[number];

const DECLARED: readonly { readonly name: string; readonly keys: readonly UpdateKey[] }[] = [
  { name: 'automaticallyInstallOSUpdates', keys: ['AutomaticallyInstallMacOSUpdates'] },
  { name: 'automaticallyInstallSystemAndSecurityUpdates', keys: ['CriticalUpdateInstall', 'ConfigDataInstall'] },
];

export interface UpdateSetting {
  /** Null when no one has set it and macOS has no fixed default for it. */
  readonly isOn: boolean | null;
  readonly isManaged: boolean;
}
export type UpdateSettings = Readonly<Record<UpdateKey, UpdateSetting>>;

/** Whether macOS installs its own updates depends on what was answered when the computer was set up. */
const WITHOUT_DEFAULT: UpdateKey = 'AutomaticallyInstallMacOSUpdates';

/** Reads the switches: the company's first, then the computer's own, then what macOS does when no one has set them. */
export async function readUpdateSettings(system: SystemPort): Promise<Outcome<UpdateSettings>> {
  const layers = await readLayers(system);
  if (!layers.ok) return layers;
  const settings: [UpdateKey, UpdateSetting][] = [];
  for (const key of UPDATE_KEYS) {
    const setting = settingOf(layers.value, key);
    if (!setting.ok) return setting;
    settings.push([key, setting.value]);
  }
  return { ok: true, value: Object.fromEntries(settings) as Record<UpdateKey, UpdateSetting> };
}

/** One switch, whatever the others are set to. */
export async function readUpdateSetting(system: SystemPort, key: UpdateKey): Promise<Outcome<UpdateSetting>> {
  const layers = await readLayers(system);
  return layers.ok ? settingOf(layers.value, key) : layers;
}

interface Layers {
  readonly managed: Preferences;
  readonly own: Preferences | null;
  readonly declared: Declared;
}

async function readLayers(system: SystemPort): Promise<Outcome<Layers>> {
  const [managed, own, declared] = await Promise.all([
    readManaged(system, DOMAIN),
    readPreferences(system, `${UPDATE_PREFERENCES}.plist`),
    readDeclared(system),
  ]);
  if (!managed.ok) return managed;
  if (!own.ok) return own;
  if (!declared.ok) return declared;
  return { ok: true, value: { managed: managed.value, own: own.value, declared: declared.value } };
}

function settingOf({ managed, own, declared }: Layers, key: UpdateKey): Outcome<UpdateSetting> {
  const isDeclared = declared.get(key);
  const held = isDeclared === undefined ? switchOf(managed, key) : isDeclared;
  const set = held === undefined ? switchOf(own, key) : held;
  if (set === null) return notUnderstood('plutil', `${key} is neither on nor off`);
  const usual = key === WITHOUT_DEFAULT ? null : true;
  return { ok: true, value: { isOn: set === undefined ? usual : set, isManaged: held !== undefined } };
}

/** Files whose change may change a switch. */
export function updateFiles(system: SystemPort): readonly string[] {
  return [`${UPDATE_PREFERENCES}.plist`, ...managedFiles(system, DOMAIN)];
}

/** What a company declares of a switch: true for always on, null for a number that may stand for always off. */
type Declared = ReadonlyMap<UpdateKey, true | null>;

/** That the file may not be read says nothing either way. */
async function readDeclared(system: SystemPort): Promise<Outcome<Declared>> {
  const list = await readPreferences(system, DECLARATIONS_FILE);
  if (!list.ok) return list.reason === 'access-denied' ? { ok: true, value: new Map() } : list;
  const declared = DECLARED.flatMap(({ name, keys }): (readonly [UpdateKey, true | null])[] => {
    const setting = memberOf(list.value, ...DECLARED_SETTINGS, name);
    if (setting === undefined || setting === ALLOWED) return [];
    return keys.map((key) => [key, setting === ALWAYS_ON ? true : null]);
  });
  return { ok: true, value: new Map(declared) };
}
