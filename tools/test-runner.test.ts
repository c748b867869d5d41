import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { browserCandidates, findBrowser } from '../scripts/browser/find-browser.ts';
import { readTestOptions } from '../scripts/test/options.ts';
import { sum, tallyOf } from '../scripts/test/tally.ts';

const counts = (passed: number, failed = 0, skipped = 0) => ({
  numPassedTests: passed,
  numFailedTests: failed,
  numPendingTests: skipped,
  testResults: [{ status: failed > 0 ? 'failed' : 'passed', assertionResults: [{}] }],
});

describe('the count of a run', () => {
  it('is what vitest counted', () => {
    expect(tallyOf(counts(5, 2, 1), 1)).toEqual({ passed: 5, failed: 2, skipped: 1 });
    expect(tallyOf(counts(5), 0)).toEqual({ passed: 5, failed: 0, skipped: 0 });
  });

  it('takes a file that broke before its first test for a failure', () => {
    const broken = { status: 'failed', assertionResults: [] };
    expect(tallyOf({ ...counts(5), testResults: [broken] }, 1)).toMatchObject({ passed: 5, failed: 1 });
  });

  it('never takes silence for success', () => {
    expect(tallyOf(null, 0)).toMatchObject({ failed: 1 });
    expect(tallyOf(counts(0), 0)).toMatchObject({ failed: 1 });
    expect(tallyOf(counts(5), 1)).toMatchObject({ passed: 5, failed: 1 });
  });

  it('adds up', () => {
    expect(sum([tallyOf(counts(5, 2), 1), tallyOf(counts(1, 0, 4), 0)])).toEqual({ passed: 6, failed: 2, skipped: 4 });
  });
});

describe('the options of npm test', () => {
  const names = ['gates', 'unit', 'browser'];

  it('take parts one by one or with commas', () => {
    expect(readTestOptions(['--only', 'unit,gates', '--only', 'browser'], names)).toEqual({
      kind: 'options',
      options: { isFull: false, isChanged: false, only: ['unit', 'gates', 'browser'] },
    });
    const everything = { isFull: true, isChanged: false, only: [] };
    expect(readTestOptions(['--full'], names)).toEqual({ kind: 'options', options: everything });
  });

  it('take what changed by itself alone', () => {
    const changed = { isFull: false, isChanged: true, only: [] };
    expect(readTestOptions(['--changed'], names)).toEqual({ kind: 'options', options: changed });
    for (const other of [['--only', 'unit'], ['--full']])
      expect(readTestOptions(['--changed', ...other], names)).toMatchObject({ kind: 'wrong' });
  });

  it('are refused in one sentence', () => {
    expect(readTestOptions(['--only', 'units'], names)).toEqual({
      kind: 'wrong',
      sentence: 'There is no part "units". Parts: gates, unit, browser',
    });
    expect(readTestOptions(['--fast'], names)).toMatchObject({ kind: 'wrong' });
  });
});

describe('the browser', () => {
  it('is the one that VESTIBULE_BROWSER names, or none', () => {
    expect(findBrowser({ VESTIBULE_BROWSER: process.execPath })).toEqual({ executable: process.execPath });
    expect(findBrowser({ VESTIBULE_BROWSER: '/nowhere/chromium' })).toBeNull();
  });

  it("is Chromium first, then the newest of Playwright's, then the branded ones", () => {
    const cache = mkdtempSync(join(tmpdir(), 'vestibule-playwright-'));
    for (const revision of ['chromium-999', 'chromium-1200']) {
      mkdirSync(join(cache, revision, 'chrome-linux'), { recursive: true });
      writeFileSync(join(cache, revision, 'chrome-linux/chrome'), '');
    }
    const paths = browserCandidates('linux', { PLAYWRIGHT_BROWSERS_PATH: cache });
    rmSync(cache, { recursive: true });
    const wanted = [
      '/usr/bin/chromium',
      join(cache, 'chromium-1200/chrome-linux/chrome'),
      join(cache, 'chromium-999/chrome-linux/chrome'),
      '/usr/bin/google-chrome',
      '/usr/bin/microsoft-edge',
    ];
    expect(paths.filter((path) => wanted.includes(path))).toEqual(wanted);
  });

  it.each([
    ['darwin', 'Google Chrome for Testing', 'Google Chrome'],
    ['win32', 'Chromium', 'msedge'],
  ] as const)('has its usual places on %s', (platform, first, later) => {
    const paths = browserCandidates(platform, { LOCALAPPDATA: 'C:/local', PROGRAMFILES: 'C:/programs' });
    const indexOf = (name: string) =>
      paths.findIndex((path) => path.includes(`${name}.`) || path.includes(`/${name}/`));
    expect(indexOf(first)).toBeGreaterThanOrEqual(0);
    expect(indexOf(first)).toBeLessThan(indexOf(later));
  });
});
