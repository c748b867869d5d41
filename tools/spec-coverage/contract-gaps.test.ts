import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CONTRACT_GAPS_FILE, checkContractGaps } from './contract-gaps.ts';

describe('the gate of declared answers', () => {
  let root: string;

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'vestibule-gaps-'));
    mkdirSync(join(root, '.test-results'));
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  it('asks for a test run first', () => {
    expect(checkContractGaps(root)).toMatchObject({ ok: false, message: expect.stringContaining('run "npm test"') });
  });

  it('is content when nothing is left', () => {
    writeFileSync(join(root, CONTRACT_GAPS_FILE), '');
    expect(checkContractGaps(root).ok).toBe(true);
  });

  it('names the calls and answers that no test provoked', () => {
    writeFileSync(join(root, CONTRACT_GAPS_FILE), 'signIn: 403 account_disabled\n');
    expect(checkContractGaps(root)).toMatchObject({
      ok: false,
      message: expect.stringContaining('signIn: 403 account_disabled'),
    });
  });
});
