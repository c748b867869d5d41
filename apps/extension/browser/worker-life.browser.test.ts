import { describe, expect, test } from 'vitest';
import { missingBrowser } from './test-browser.ts';
import { runUnattended } from './unattended-browser.ts';

/** Chromium stops a worker with nothing to do after 30 s. */
const IDLE_MS = 37_000;
const OPTIONS = { timeout: 240_000 };

const missing = missingBrowser();
if (missing !== null) process.stdout.write(`Skipped: ${missing}\n`);

describe
  .skipIf(missing !== null)
  .concurrent('an idle page, with no test tool that keeps the worker alive', OPTIONS, () => {
    test('an open port is answered by the same client after more than 35 s of heartbeats alone', async () => {
      const { before, after } = await runUnattended({ idleMs: IDLE_MS, keepsPort: true });
      expect(before).toMatchObject({ answer: { ok: true }, isClosed: false });
      expect(before.hosts).toHaveLength(1);
      expect(after).toMatchObject({ answer: { ok: true }, isClosed: false, hosts: before.hosts });
      expect(after.heartbeats).toBeGreaterThanOrEqual(5);
    });

    test('a page that had let go meanwhile finds worker and client started again', async () => {
      const { before, after } = await runUnattended({ idleMs: IDLE_MS, keepsPort: false });
      expect(after).toMatchObject({ answer: { ok: true } });
      // One at most between its first answer and its letting go; a page that holds on hears seven.
      expect(after.heartbeats - before.heartbeats).toBeLessThanOrEqual(1);
      expect(after.hosts).toHaveLength(1);
      expect(after.hosts).not.toEqual(before.hosts);
    });
  });
