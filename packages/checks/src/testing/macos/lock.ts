import type { Verdict } from '../state.ts';
import { IDLE, LOCK, locking, type MacState, noIdle, POWER, power } from './computers.ts';
import * as origin from './origins.ts';

const lock = (state: Verdict, password: Verdict, timeout: Verdict) => ({
  ScreenSaverState: state,
  ScreenSaverPasswordProtected: password,
  ScreenSaverTimeout: timeout,
});
const locks = lock('passed', 'passed', 'passed');
const notKnown = lock('unknown', 'unknown', 'unknown');
const noPassword = { ScreenSaverPasswordProtected: 'failed' } as const;
const SAVER = 'com.apple.screensaver';
const asks = { [LOCK]: locking('screenLock delay is immediate') };
const never = { [POWER]: power({ 'Battery Power': 0, 'AC Power': 0 }) };

export const LOCK_STATES: readonly MacState[] = [
  {
    name: 'the screen saver starts after five minutes, and the password is asked at once',
    origin: origin.SCREEN_LOCK_TOOL,
    from: 'neglected',
    commands: { [IDLE]: '300\n', ...asks },
    expected: locks,
  },
  {
    name: 'the password is asked after five seconds',
    origin: origin.SCREEN_LOCK_TOOL,
    from: 'neglected',
    commands: { [IDLE]: '300\n', [LOCK]: locking('screenLock delay is 5 seconds') },
    expected: locks,
  },
  {
    name: 'the password is asked after five minutes',
    origin: origin.SCREEN_LOCK_TOOL,
    commands: { [LOCK]: locking('screenLock delay is 300 seconds') },
    expected: noPassword,
  },
  {
    name: 'the password is asked after eight hours',
    origin: origin.SCREEN_LOCK_TOOL,
    commands: { [LOCK]: locking('screenLock delay is 28800 seconds') },
    expected: { ...noPassword, ScreenSaverTimeout: 'failed' },
  },
  {
    name: 'the password is never asked',
    origin: origin.SCREEN_LOCK_TOOL,
    commands: { [LOCK]: locking('screenLock is off') },
    expected: noPassword,
  },
  {
    name: 'the password is never asked, as older versions say it',
    origin: origin.SCREEN_LOCK_TOOL,
    commands: { [LOCK]: { stderr: 'screenLock delay is -1(.000000) seconds\n' } },
    expected: noPassword,
  },
  {
    name: 'the tool says something that no one has described',
    origin: origin.SCREEN_LOCK_TOOL,
    commands: { [LOCK]: locking('screenLock is managed') },
    expected: notKnown,
  },
  {
    name: 'the tool is refused',
    origin: origin.SCREEN_LOCK_TOOL,
    commands: { [LOCK]: { code: 1, stderr: 'Operation not permitted\n' } },
    expected: notKnown,
  },
  {
    name: 'the screen saver never starts, and the display goes dark after ten minutes',
    origin: origin.POWER_TOOL,
    from: 'neglected',
    commands: { ...asks, [POWER]: power({ 'Battery Power': 2, 'AC Power': 10 }) },
    expected: locks,
  },
  {
    name: 'a Mac without a battery, whose display goes dark',
    origin: origin.POWER_TOOL,
    from: 'neglected',
    commands: { ...asks, [POWER]: power({ 'AC Power': 10 }) },
    expected: locks,
  },
  {
    name: 'nothing ever starts: no screen saver, no dark display',
    origin: origin.POWER_TOOL,
    commands: { [IDLE]: '0\n', ...never },
    expected: { ScreenSaverState: 'failed', ScreenSaverTimeout: 'failed' },
  },
  {
    name: 'the display never goes dark on mains, and there is no screen saver',
    origin: origin.POWER_TOOL,
    commands: { [IDLE]: '0\n', [POWER]: power({ 'Battery Power': 2, 'AC Power': 0 }) },
    expected: { ScreenSaverState: 'failed', ScreenSaverTimeout: 'failed' },
  },
  {
    name: 'the display never goes dark on the battery of a UPS, and there is no screen saver',
    origin: origin.POWER_TOOL,
    commands: { [IDLE]: '0\n', [POWER]: power({ 'AC Power': 10, 'UPS Power': 0 }) },
    expected: { ScreenSaverState: 'failed', ScreenSaverTimeout: 'failed' },
  },
  {
    name: 'the display goes dark after an hour, and there is no screen saver',
    origin: origin.POWER_TOOL,
    commands: { [IDLE]: '0\n', [POWER]: power({ 'AC Power': 60 }) },
    expected: { ScreenSaverTimeout: 'failed' },
  },
  {
    name: 'the screen saver starts after half an hour, and the display never goes dark',
    origin: origin.SAVER_PROFILE,
    commands: { [IDLE]: '1800\n', ...never },
    expected: { ScreenSaverTimeout: 'failed' },
  },
  {
    name: 'no one ever chose a time for the screen saver; the display goes dark',
    origin: origin.POWER_TOOL,
    from: 'neglected',
    commands: { [IDLE]: noIdle, ...asks, [POWER]: power({ 'AC Power': 5 }) },
    expected: locks,
  },
  {
    name: 'a profile starts the screen saver where the person does not',
    origin: origin.SAVER_PROFILE,
    from: 'neglected',
    commands: asks,
    profiles: { [SAVER]: { idleTime: 600, moduleName: 'Flurry' } },
    expected: locks,
  },
  {
    name: 'a profile never starts the screen saver where the person does',
    origin: origin.SAVER_PROFILE,
    commands: never,
    profiles: { [`nadia/${SAVER}`]: { idleTime: 0 } },
    expected: { ScreenSaverState: 'failed', ScreenSaverTimeout: 'failed' },
  },
  {
    name: 'a profile asks for no password',
    origin: origin.SAVER_PROFILE,
    profiles: { [SAVER]: { askForPassword: false } },
    expected: noPassword,
  },
  {
    name: 'a profile asks for the password at once where the person does not',
    origin: origin.SAVER_PROFILE,
    from: 'neglected',
    commands: { [IDLE]: '300\n' },
    profiles: { [SAVER]: { askForPassword: true, askForPasswordDelay: 0 } },
    expected: locks,
  },
  {
    name: 'a profile asks for the password after the number that stands for never',
    origin: origin.SAVER_PROFILE,
    profiles: { [SAVER]: { askForPassword: true, askForPasswordDelay: 2_147_483_647 } },
    expected: noPassword,
  },
  {
    name: 'the tool says the number that stands for never',
    origin: origin.SAVER_PROFILE,
    commands: { [LOCK]: locking('screenLock delay is 2147483647 seconds') },
    expected: noPassword,
  },
  {
    name: 'a profile asks for the password after an hour',
    origin: origin.SAVER_PROFILE,
    profiles: { [SAVER]: { askForPassword: true, askForPasswordDelay: 3600 } },
    expected: { ...noPassword, ScreenSaverTimeout: 'failed' },
  },
  {
    name: 'another person sits at the screen',
    origin: origin.CONSOLE,
    commands: { 'stat -f %u /dev/console': '502\n' },
    expected: notKnown,
  },
  {
    name: 'no one is signed in at the screen',
    origin: origin.CONSOLE,
    commands: { 'stat -f %u /dev/console': '0\n' },
    expected: notKnown,
  },
];
