import type { CheckType, SecurityCheck } from '@vestibule/contracts';

const PASSED: readonly (readonly [CheckType, string])[] = [
  ['OSSupported', 'Operating system is supported'],
  ['KnownDevice', 'Computer is known'],
  ['PasswordSet', 'Sign-in password is set'],
  ['AntiVirusInstalled', 'Antivirus is installed'],
  ['AntiVirusRealtimeProtection', 'Antivirus protects in real time'],
  ['ScreenSaverState', 'Screen saver is on'],
  ['ScreenSaverPasswordProtected', 'Screen saver asks for a password'],
  ['ManagedDevice', 'Computer is managed'],
  ['RmmAgent', 'Management agent is running'],
  ['FciAgentRunning', 'Workplace agent is running'],
];

export const passedChecks: readonly SecurityCheck[] = PASSED.map(([checkType, checkMessage]) => ({
  checkType,
  checkMessage,
  description: '',
  fixAction: null,
  isPassed: true,
  isRequired: true,
  isSigninStopper: false,
  state: 'passed',
}));

function failed(check: Partial<SecurityCheck> & Pick<SecurityCheck, 'checkType' | 'checkMessage'>): SecurityCheck {
  return {
    description: '',
    fixAction: null,
    isPassed: false,
    isRequired: true,
    isSigninStopper: false,
    state: 'failed',
    ...check,
  };
}

const READ_AT = '2026-11-21T09:41:07Z';
const SOURCE = 'Windows Security Center, read by Workplace 3.6.2';

export const threat = failed({
  checkType: 'NoActiveInfections',
  checkMessage: 'An active threat was found on this computer',
  description:
    'Microsoft Defender found a harmful program and has not removed it yet. Removing it takes about a minute.',
  fixAction: { fixActionType: 'NoActiveInfections' },
  isSigninStopper: true,
  helpArticle: 'no-active-infections',
  evidence: {
    found: '1 active threat, not removed yet',
    wanted: 'No active threats',
    source: 'Microsoft Defender, read by Workplace 3.6.2',
    readAt: READ_AT,
    items: [{ label: 'File', value: 'C:\\Users\\nadia\\Downloads\\invoice_viewer.exe' }],
  },
});

export const firewall = failed({
  checkType: 'FirewallEnable',
  checkMessage: 'The firewall is turned off',
  description: 'A firewall keeps other devices on the same network out of this computer.',
  fixAction: { fixActionType: 'FirewallEnable' },
  helpArticle: 'firewall',
  evidence: { found: 'Off', wanted: 'On, all network profiles', source: SOURCE, readAt: READ_AT },
});

export const encryption = failed({
  checkType: 'DeviceEncrypted',
  checkMessage: 'The hard drive is not encrypted',
  description: 'You can keep working. Leave the computer switched on and plugged in.',
  fixAction: { fixActionType: 'DeviceEncrypted', parameters: { way: 'turn-on' } },
  helpArticle: 'device-encrypted',
  evidence: { found: 'Not encrypted', wanted: 'Encrypted', source: 'BitLocker', readAt: READ_AT },
});

export const encrypting = failed({
  checkType: 'DeviceEncrypted',
  checkMessage: 'Encrypting the hard drive',
  description: 'You can keep working. Leave the computer switched on and plugged in.',
  underway: { percent: 42 },
  helpArticle: 'device-encrypted',
  evidence: { found: '42% encrypted', wanted: 'Encrypted', source: 'FileVault (fdesetup)', readAt: READ_AT },
});

export const updates = failed({
  checkType: 'OsAutoUpdateEnable',
  checkMessage: 'Automatic updates are turned off',
  description: 'Updates close security holes, usually within days of their discovery.',
  fixAction: { fixActionType: 'OsAutoUpdateEnable' },
  isRequired: false,
  helpArticle: 'automatic-updates',
  deadline: '2026-11-30',
  evidence: { found: 'Off', wanted: 'On', source: 'Windows Update', readAt: READ_AT },
});

export const screenSaver = failed({
  checkType: 'ScreenSaverTimeout',
  checkMessage: 'The screen saver starts after 30 minutes',
  description: 'Your company asks for 10 minutes or less.',
  fixAction: { fixActionType: 'ScreenSaverTimeout' },
  isRequired: false,
  helpArticle: 'screen-saver',
  evidence: { found: '30 minutes', wanted: '10 minutes or less', source: 'Windows settings', readAt: READ_AT },
});

export const definitions = failed({
  checkType: 'AntiVirusSignaturesUpToDate',
  checkMessage: 'Antivirus definitions',
  description: 'Windows Security Center gave no answer within 10 seconds. This does not stop you.',
  state: 'unknown',
  reason: 'timed-out',
  evidence: { found: 'No answer within 10 seconds', wanted: 'At most 3 days old', source: SOURCE, readAt: READ_AT },
});

export const agent = failed({
  checkType: 'RmmAgent',
  checkMessage: 'The management agent is not installed',
  description: 'Your company looks after this computer with it.',
  fixAction: { fixActionType: 'RmmAgent' },
  helpArticle: 'management-agent',
});

export const password = failed({
  checkType: 'PasswordSet',
  checkMessage: 'Your account has no sign-in password',
  description: 'Anyone who opens this computer can use it.',
});

export const managed = failed({
  checkType: 'ManagedDevice',
  checkMessage: 'The computer is not managed',
  description: 'Your company looks after the security settings of managed computers.',
  fixAction: { fixActionType: 'ManagedDevice' },
  helpArticle: 'managed-device',
});
