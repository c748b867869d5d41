import { defineTexts } from '@vestibule/texts';

export const modalTexts = defineTexts('home.modal', {
  close: 'Close',
  continue: 'Continue',
  watching: 'Watching this setting',
});

export const supportModalTexts = defineTexts('home.support', {
  company: 'Company',
  computer: 'Computer',
  details: 'All support details',
  lead: 'Support sees what you see when you tell them the code.',
  phone: 'Phone',
  phoneHours: 'Phone hours',
  system: 'System and browser',
  title: 'Problems? Contact support',
  user: 'User',
});

export const managementTexts = defineTexts('home.management', {
  can: '{company} can',
  cannot: '{company} cannot',
  completed: 'Enrollment completed.',
  enroll: 'Enroll this computer',
  enrolled: 'Device management service enrolled',
  enrolling: 'Enrollment goes on in the tab that has just opened. This window says so as soon as it is completed.',
  lead: '{company} asks you to enroll this computer with {service}, its device management. Enrolling goes on in a tab of its own.',
  later: 'Remind me later',
  ok: 'OK',
  openAgain: 'Open the tab again',
  optOut: 'Do not enroll',
  title: 'Let {company} manage this computer',
});

export const encryptionTexts = defineTexts('home.encryption', {
  activateDoes:
    'The hard drive is encrypted already, but its key still lies next to it. Continue opens the encryption settings of Windows: turn it on there.',
  activateTakes: 'That takes a minute: nothing has to be encrypted again.',
  activateTitle: 'Finish the encryption of the hard drive',
  done: '{percent}% done',
  encrypting: 'The hard drive is being encrypted. This window closes by itself as soon as it is done.',
  encryptingTitle: 'Encrypting the hard drive',
  keepOn: 'You can keep working. Leave the computer switched on and plugged in until it is done.',
  keyMacos:
    'Your company’s directory keeps the recovery key, or macOS asks you to keep it: then keep it outside this Mac. Workplace never sees it.',
  keyResume: 'The recovery key stays as it is.',
  keyWindows:
    'Your company’s directory keeps the recovery key, or Windows asks you to keep it: then keep it outside this computer. Workplace never sees it.',
  later: 'Not now',
  noPercent: 'Windows does not say here how far it is.',
  opening: 'The settings are being opened.',
  openAgain: 'Open the settings again',
  resumeDoes:
    'The hard drive is encrypted, but its protection is suspended. Continue resumes it at once. Windows asks for an administrator first.',
  resumeTitle: 'Resume the protection of the hard drive',
  resuming: 'The protection is being resumed. Windows may ask for an administrator.',
  settingsMacos: 'FileVault is open in System Settings. Turn it on there and keep the recovery key.',
  settingsNext: 'This window sees by itself when the encryption begins and when it is done.',
  settingsWindows: 'The encryption settings of Windows are open. Turn it on there and keep the recovery key.',
  takesMacos: 'A Mac with Apple silicon or the T2 chip is done within minutes. An older one takes an hour or more.',
  takesWindows:
    'Encrypting the used space of a solid-state drive takes about 15 minutes. A hard disk, or the whole of a drive, takes an hour or more.',
  title: 'Encrypt the hard drive',
  turnOnMacos: 'Continue opens FileVault in System Settings, where you turn it on. Workplace itself changes nothing.',
  turnOnWindows:
    'Continue opens the encryption settings of Windows, where you turn it on. Workplace itself changes nothing.',
});

export const instructionsTexts = defineTexts('home.instructions', {
  lead: 'Nothing to confirm here. This window closes by itself once the setting is on.',
  oneMinute: '1 minute setup',
  picture: 'A page of settings with the switch marked that has to be turned on',
  version: 'Windows version',
  windows10: 'Windows 10',
  windows7: 'Windows 7',
  windows81: 'Windows 8.1',
});

export const updateTexts = defineTexts('home.instructions.updates', {
  openControlPanel: 'Open Windows Update',
  openControlPanelHow: 'Press the Windows key, type “Windows Update” and press Enter.',
  openForMe: 'Open Windows Update',
  openPcSettings: 'Open PC settings',
  openPcSettingsHow:
    'Press the Windows key and C, choose “Settings”, “Change PC settings”, then “Update and recovery”.',
  openSettings: 'Open Settings',
  openSettingsHow:
    'Press the Windows key and I, then choose “Update & Security”. On Windows 11 choose “Windows Update”.',
  pickAdvanced: 'Choose “Advanced options”',
  pickAdvancedHow: 'You find it on the Windows Update page.',
  pickAutomatic: 'Choose “Install updates automatically (recommended)”',
  pickAutomaticHow: 'It is the first entry of the list under “Important updates”. Confirm with OK or Apply.',
  pickChange: 'Choose “Change settings”',
  pickChangeHow: 'You find it on the left side.',
  pickHow: 'Choose “Choose how updates get installed”',
  pickHowHow: 'You find it on the Windows Update page.',
  switchOn: 'Switch on automatic updates',
  switchOnHow: 'There is nothing to save.',
  title: 'Turn on automatic updates',
});

export const screenSaverTexts = defineTexts('home.instructions.screenSaver', {
  macOpen: 'Open System Settings',
  macOpenHow: 'Choose the Apple menu, “System Settings…”, then “Lock Screen”.',
  macPassword: 'Ask for the password at once',
  macPasswordHow: 'Set “Require password after screen saver begins or display is turned off” to “Immediately”.',
  macTime: 'Set the time',
  macTimeHow: 'Set “Start Screen Saver when inactive” to 10 minutes or less.',
  title: 'Turn on the screen saver',
  windowsOpen: 'Open the screen saver settings',
  windowsOpenHow: 'Press the Windows key, type “screen saver” and choose “Change screen saver”.',
  windowsPassword: 'Tick “On resume, display logon screen”',
  windowsPasswordHow: 'Confirm with OK.',
  windowsTime: 'Choose a screen saver and its time',
  windowsTimeHow: 'Any one will do. Set “Wait” to 10 minutes or less.',
});
