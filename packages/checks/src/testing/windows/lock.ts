import type { Verdict } from '../state.ts';
import { BLANK, NO_SAVER, saver, setting, type WindowsState } from './computers.ts';
import * as origin from './origins.ts';

const lock = (state: Verdict, password: Verdict, timeout: Verdict) => ({
  ScreenSaverState: state,
  ScreenSaverPasswordProtected: password,
  ScreenSaverTimeout: timeout,
});
const locks = lock('passed', 'passed', 'passed');
const neverLocks = lock('failed', 'failed', 'failed');
const noPassword = { ScreenSaverPasswordProtected: 'failed' } as const;
const tooLate = { ScreenSaverTimeout: 'failed' } as const;

const MODERN = {
  english:
    'The following sleep states are available on this system:\n    Standby (S0 Low Power Idle) Network Connected\n    Hibernate\n\nThe following sleep states are not available on this system:\n    Standby (S3)\n',
  german:
    'Die folgenden Standbymodusfunktionen sind auf diesem System verfügbar:\n    Standby (S0 Niedriger Energiestatus - Leerlauf) Mit dem Netzwerk verbunden\n    Ruhezustand\n\nDie folgenden Standbymodusfunktionen sind auf diesem System nicht verfügbar:\n    Standby (S3)\n',
  japanese:
    '以下のスリープ状態がこのシステムで利用可能です:\n    スタンバイ (S0 低電力アイドル) ネットワーク接続済み\n    休止状態\n\n以下のスリープ状態はこのシステムでは利用できません:\n    スタンバイ (S3)\n',
};
const GERMAN = ['Index der aktuellen Wechselstromeinstellung', 'Index der aktuellen Gleichstromeinstellung'] as const;
const JAPANESE = ['現在の AC 電源設定のインデックス', '現在の DC 電源設定のインデックス'] as const;

function modern(language: keyof typeof MODERN, words?: readonly [string, string], signIn = 1) {
  return {
    sleepStates: MODERN[language],
    screenOff: setting(600, 300, words),
    sleep: setting(1800, 900, words),
    signInOnWaking: setting(signIn, signIn, words),
  };
}

export const LOCK_STATES: readonly WindowsState[] = [
  {
    name: 'a policy sets a saver that asks for the password',
    origin: origin.SAVER_POLICY,
    from: 'neglected',
    sections: { screenLock: { policy: saver('1', BLANK, '900', '1') } },
    expected: locks,
  },
  {
    name: 'the person chose a saver, and a policy asks for the password',
    origin: origin.SAVER_POLICY,
    from: 'neglected',
    sections: { screenLock: { own: saver('1', BLANK, '600', '0'), policy: saver(null, null, null, '1') } },
    expected: locks,
  },
  {
    name: 'the person asks for the password, and a policy forbids it',
    origin: origin.SAVER_POLICY,
    sections: { screenLock: { own: saver('1', BLANK, '600', '1'), policy: saver(null, null, null, '0') } },
    expected: noPassword,
  },
  {
    name: 'a policy turns the saver of the person off',
    origin: origin.SAVER_POLICY,
    sections: { screenLock: { own: saver('1', BLANK, '600', '1'), policy: saver('0', null, null, null) } },
    expected: neverLocks,
  },
  {
    name: 'a policy sets a time of zero: the saver never starts',
    origin: origin.SAVER_POLICY,
    sections: { screenLock: { policy: saver('1', BLANK, '0', '1') } },
    expected: neverLocks,
  },
  {
    name: 'a policy waits for the longest time there is, 24 hours',
    origin: origin.SAVER_POLICY,
    sections: { screenLock: { policy: saver('1', BLANK, '86400', '1') } },
    expected: tooLate,
  },
  {
    name: 'a policy names a saver that is not on the computer',
    origin: origin.SAVER_POLICY,
    sections: { screenLock: { policy: saver('1', String.raw`C:\Windows\System32\corp.scr`, '600', '1') } },
    expected: neverLocks,
  },
  {
    name: 'no saver is chosen, as on a new Windows',
    origin: origin.SAVER_POLICY,
    sections: { screenLock: { policy: NO_SAVER, own: saver('1', null, '900', '0') } },
    expected: neverLocks,
  },
  {
    name: 'values of the saver are numbers, as some tools write them',
    origin: origin.SAVER_POLICY,
    from: 'neglected',
    sections: { screenLock: { policy: saver(1, BLANK, 600, 1) } },
    expected: locks,
  },
  {
    name: 'a time of the saver that is no number',
    origin: origin.SAVER_POLICY,
    sections: { screenLock: { policy: saver('1', BLANK, '10 min', '1') } },
    expected: lock('unknown', 'unknown', 'unknown'),
  },
  {
    name: 'the limit of inactivity locks the computer',
    origin: origin.INACTIVITY,
    from: 'neglected',
    sections: { screenLock: { inactivitySeconds: 900 } },
    expected: locks,
  },
  {
    name: 'the limit of inactivity is the longest there is',
    origin: origin.INACTIVITY,
    from: 'neglected',
    sections: { screenLock: { inactivitySeconds: 599_940 } },
    expected: lock('passed', 'passed', 'failed'),
  },
  {
    name: 'a limit of inactivity of zero is none',
    origin: origin.INACTIVITY,
    sections: { screenLock: { policy: NO_SAVER, inactivitySeconds: 0 } },
    expected: neverLocks,
  },
  {
    name: 'the management locks after 15 minutes',
    origin: origin.DEVICE_LOCK_CSP,
    from: 'neglected',
    sections: { screenLock: { managedMinutes: 15, managedPassword: 0 } },
    expected: locks,
  },
  {
    name: 'the management has a time, but asks for no password: the time has no effect',
    origin: origin.DEVICE_LOCK_CSP,
    sections: { screenLock: { policy: NO_SAVER, managedMinutes: 15, managedPassword: 1 } },
    expected: neverLocks,
  },
  {
    name: 'the management has a time, and does not say whether it asks for a password',
    origin: origin.DEVICE_LOCK_CSP,
    sections: { screenLock: { policy: NO_SAVER, managedMinutes: 15 } },
    expected: lock('unknown', 'unknown', 'unknown'),
  },
  {
    name: 'the management has a time of zero: none',
    origin: origin.DEVICE_LOCK_CSP,
    sections: { screenLock: { policy: NO_SAVER, managedMinutes: 0, managedPassword: 0 } },
    expected: neverLocks,
  },
  {
    name: 'the management locks after 999 minutes',
    origin: origin.DEVICE_LOCK_CSP,
    sections: { screenLock: { policy: NO_SAVER, managedMinutes: 999, managedPassword: 0 } },
    expected: tooLate,
  },
  {
    name: 'locking is forbidden on the computer',
    origin: origin.LOCK_POLICY,
    sections: { screenLock: { lockDisabledForComputer: 1 } },
    expected: noPassword,
  },
  {
    name: 'locking is forbidden for the person',
    origin: origin.LOCK_POLICY,
    sections: { screenLock: { lockDisabledForPerson: 1 } },
    expected: noPassword,
  },
  {
    name: 'the password is asked for ten minutes after the saver',
    origin: origin.GRACE_PERIOD,
    sections: { screenLock: { graceSeconds: 600 } },
    expected: { ...noPassword, ...tooLate },
  },
  {
    name: 'the display goes dark on Modern Standby, and waking asks for the password',
    origin: origin.POWERCFG,
    from: 'neglected',
    sections: { powerPlan: modern('english') },
    expected: locks,
  },
  {
    name: 'the same in German',
    origin: origin.POWERCFG,
    from: 'neglected',
    sections: { powerPlan: modern('german', GERMAN) },
    expected: locks,
  },
  {
    name: 'the same in Japanese',
    origin: origin.POWERCFG,
    from: 'neglected',
    sections: { powerPlan: modern('japanese', JAPANESE) },
    expected: locks,
  },
  {
    name: 'waking from Modern Standby asks for nothing',
    origin: origin.POWERCFG_TESTS,
    sections: { screenLock: { policy: NO_SAVER }, powerPlan: modern('english', undefined, 0) },
    expected: neverLocks,
  },
  {
    name: 'waking asks for the password, and the person chose never to be asked',
    origin: origin.DELAY_LOCK,
    sections: { screenLock: { policy: NO_SAVER, delaySeconds: 4_294_967_295 }, powerPlan: modern('english') },
    expected: neverLocks,
  },
  {
    name: 'the same number, as PowerShell prints it with its sign',
    origin: origin.DELAY_LOCK,
    sections: { screenLock: { policy: NO_SAVER, delaySeconds: -1 }, powerPlan: modern('english') },
    expected: neverLocks,
  },
  {
    name: 'powercfg refuses in its own words',
    origin: origin.POWERCFG_TESTS,
    sections: {
      screenLock: { policy: NO_SAVER },
      powerPlan: { sleepStates: MODERN.german, screenOff: 'Ungültige Parameter', sleep: '', signInOnWaking: '' },
    },
    expected: lock('unknown', 'unknown', 'unknown'),
  },
  {
    name: 'the client runs as another person than the one at the desktop',
    origin: origin.SIDS,
    sections: { session: { desktopOwners: ['S-1-5-21-1004336348-1177238915-682003330-1005'] } },
    expected: { ...lock('unknown', 'unknown', 'unknown'), PasswordSet: 'unknown' },
  },
];
