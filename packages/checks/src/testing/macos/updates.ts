import { DECLARED, type MacState, UPDATES } from './computers.ts';
import * as origin from './origins.ts';

const off = { OsAutoUpdateEnable: 'failed' } as const;
const on = { OsAutoUpdateEnable: 'passed' } as const;
const notKnown = { OsAutoUpdateEnable: 'unknown' } as const;
const DOMAIN = 'com.apple.SoftwareUpdate';
const ALL = {
  AutomaticCheckEnabled: true,
  AutomaticDownload: true,
  AutomaticallyInstallMacOSUpdates: true,
  ConfigDataInstall: true,
  CriticalUpdateInstall: true,
};
const declared = (values: Readonly<Record<string, number>>) => ({
  [DECLARED]: { SUCorePersistedStatePolicyFields: { SUCoreDDMDeclarationGlobalSettings: values } },
});

const POINT = 'MSU_UPDATE_25H12_patch_26.8_minor';
const NEXT = 'MSU_UPDATE_26A428_patch_27.0_major';
const waiting = (...offers: readonly (readonly [string, string])[]) => ({
  [UPDATES]: {
    RecommendedUpdates: offers.map(([Identifier]) => ({ Identifier, 'Display Name': 'macOS' })),
    FirstOfferDateDictionary: Object.fromEntries(offers.map(([name, day]) => [name, new Date(`${day}T01:36:31Z`)])),
  },
});
const checked = (day: string) => ({ [UPDATES]: { LastSuccessfulDate: new Date(`${day}T18:40:50Z`) } });

export const UPDATE_STATES: readonly MacState[] = [
  {
    name: 'the last look for updates is three months old, whatever the settings say',
    origin: origin.UPDATE_RECORD,
    lists: checked('2026-08-20'),
    expected: off,
  },
  {
    name: 'the last look for updates is four weeks old: the Mac may have been off',
    origin: origin.UPDATE_RECORD,
    lists: checked('2026-10-24'),
    expected: notKnown,
  },
  {
    name: 'the last look for updates was made in a year',
    origin: origin.UPDATE_RECORD,
    lists: checked('2027-10-24'),
    expected: notKnown,
  },
  {
    name: 'an update of this macOS waits for two months, and updates are said to install themselves',
    origin: origin.UPDATE_RECORD,
    lists: waiting([POINT, '2026-09-20']),
    expected: off,
  },
  {
    name: 'an update of this macOS waits for three weeks',
    origin: origin.UPDATE_RECORD,
    lists: waiting([POINT, '2026-11-01']),
    expected: notKnown,
  },
  {
    name: 'a new macOS waits for two months, an update for a week: updates install themselves again',
    origin: origin.UPDATE_RECORD,
    from: 'neglected',
    lists: {
      [UPDATES]: {
        AutomaticallyInstallMacOSUpdates: true,
        ...waiting([NEXT, '2026-09-15'], [POINT, '2026-11-14'])[UPDATES],
      },
    },
    expected: on,
  },
  ...(
    [
      ['AutomaticCheckEnabled', 'the person turned the check for updates off'],
      ['AutomaticDownload', 'updates are not downloaded'],
      ['AutomaticallyInstallMacOSUpdates', 'updates of macOS are downloaded, and not installed'],
      ['CriticalUpdateInstall', 'security responses are not installed'],
    ] as const
  ).map(
    ([key, name]): MacState => ({
      name,
      origin: origin.UPDATE_FILE,
      lists: { [UPDATES]: { [key]: false } },
      expected: off,
    }),
  ),
  {
    name: 'system data files are not installed: definitions of XProtect grow old too',
    origin: origin.UPDATE_FILE,
    lists: { [UPDATES]: { ConfigDataInstall: false } },
    expected: { ...off, AntiVirusSignaturesUpToDate: 'failed' },
  },
  {
    name: 'the person turned everything on, written as numbers',
    origin: origin.UPDATE_FILE,
    from: 'neglected',
    lists: { [UPDATES]: { AutomaticDownload: 1, AutomaticallyInstallMacOSUpdates: 1, CriticalUpdateInstall: 1 } },
    expected: on,
  },
  {
    name: 'no one chose whether updates of macOS are installed',
    origin: origin.UPDATE_FILE,
    lists: { [UPDATES]: { AutomaticallyInstallMacOSUpdates: null } },
    expected: notKnown,
  },
  {
    name: 'a switch of updates that is a word',
    origin: origin.UPDATE_FILE,
    lists: { [UPDATES]: { AutomaticallyInstallMacOSUpdates: 'sometimes' } },
    expected: notKnown,
  },
  {
    name: 'the settings of updates are cut',
    origin: origin.UPDATE_FILE,
    lists: { [UPDATES]: '<?xml version="1.0"?><plist version="1.0"><dict><key>AutomaticDownload</key><true/>' },
    expected: { ...notKnown, AntiVirusSignaturesUpToDate: 'unknown' },
  },
  {
    name: 'a profile installs updates where the person does not',
    origin: origin.UPDATE_PROFILE,
    from: 'neglected',
    profiles: { [DOMAIN]: ALL },
    expected: on,
  },
  {
    name: 'a profile installs no updates where the person does',
    origin: origin.UPDATE_PROFILE,
    profiles: { [DOMAIN]: { AutomaticallyInstallMacOSUpdates: false } },
    expected: off,
  },
  {
    name: 'a profile for the person alone wins over that for the computer',
    origin: origin.UPDATE_PROFILE,
    profiles: { [DOMAIN]: ALL, [`nadia/${DOMAIN}`]: { AutomaticallyInstallMacOSUpdates: false } },
    expected: off,
  },
  {
    name: 'a declaration keeps updates always on where the person does not',
    origin: origin.UPDATE_STATE_FILE,
    from: 'neglected',
    lists: declared({ automaticallyInstallOSUpdates: 1, automaticallyInstallSystemAndSecurityUpdates: 1 }),
    expected: on,
  },
  {
    name: 'a declaration says something else than always on, by a number that is in no document',
    origin: origin.UPDATE_DECLARATION,
    lists: declared({ automaticallyInstallOSUpdates: 2, automaticallyInstallSystemAndSecurityUpdates: 2 }),
    expected: { ...notKnown, AntiVirusSignaturesUpToDate: 'unknown' },
  },
  {
    name: 'the schedule of the check is off',
    origin: origin.UPDATE_SCHEDULE,
    commands: { 'softwareupdate --schedule': 'Automatic checking for updates is turned off\n' },
    expected: off,
  },
  {
    name: 'the schedule answers in words that no one has described',
    origin: origin.UPDATE_SCHEDULE,
    commands: { 'softwareupdate --schedule': 'Automatic check is on\n' },
    expected: notKnown,
  },
  {
    name: 'the schedule does not answer in time',
    origin: origin.UPDATE_SCHEDULE,
    commands: { 'softwareupdate --schedule': { ok: false, reason: 'timed-out', detail: '' } },
    expected: notKnown,
  },
];
