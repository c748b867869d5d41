import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runCommandLine } from '../../command-line/run-command-line.ts';
import { loadConfig } from '../config/config.ts';
import { gateStateOf } from '../../subjects/policy/gate/gate-state.ts';
import { createSocketDesk } from '../../testing/administrators.ts';
import { type RunningServer, startServer } from '../../start-server.ts';
import { placeMigratedDatabase } from '../../testing/embedded-database.ts';
import { freePort } from '@vestibule/testing/free-port';
import { runFolder } from '@vestibule/testing/run-folder';

const WHO = ['--company-name', 'Alderbrook', '--login', 'ilse', '--name', 'Ilse Brandt', '--email', 'ilse@example.com'];

describe('a gate that was just set up', () => {
  let folder: string;
  let server: RunningServer;
  let said = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(runFolder(), 'begins-open-'));
    await placeMigratedDatabase(folder);
    const write = (text: string) => void (said += text);
    const words = ['setup', '--url', 'http://localhost:8080', ...WHO, '--yes', '--data', folder];
    await runCommandLine(words, { out: write, err: write, columns: undefined });
    const read = await loadConfig({ VESTIBULE_DATA: folder, PORT: String(await freePort()) });
    if (!read.ok) throw new Error(read.problems.join('\n'));
    server = await startServer(read.config, pino({ level: 'silent' }));
  });
  afterAll(async () => {
    await server.close();
    await rm(folder, { recursive: true, force: true });
  });

  test('only observes, until its administrator closes it, and the set-up says so', async () => {
    const context = await server.context.companies.only();
    expect(context === null ? null : gateStateOf(context)).toMatchObject({
      state: 'observing',
      until: null,
      isReading: true,
    });
    expect(said.replaceAll(/\s+/g, ' ')).toContain(
      'The gate is report-only for now: no one is stopped, and nothing has to be installed',
    );
    expect(said).toContain('vestibule gate enforce');
    expect(said).toContain('http://localhost:8080/console/');
  });

  test('registers a computer by a second factor or an administrator, and says so where it is stored and written down', async () => {
    const context = await server.context.companies.only();
    expect(context?.company.settings['registration']).toEqual({ mode: 'verified' });
    expect(context?.configuration.registration.mode).toBe('verified');
    const desk = createSocketDesk({ dataFolder: folder });
    const { entries } = (await desk.call('adminAudit', { query: { action: 'company' } })).body;
    expect(entries.at(-1)?.details['changes']).toContainEqual({ field: 'registration', from: null, to: 'verified' });
  });

  test('is closed by one command, and has written down that it began open', async () => {
    const desk = createSocketDesk({ dataFolder: folder });
    const { entries } = (await desk.call('adminAudit', { query: { action: 'company' } })).body;
    expect(entries.at(-1)).toMatchObject({ action: 'company', outcome: 'done', details: { what: 'created' } });
    expect(entries.at(-1)?.details['changes']).toContainEqual({ field: 'gate', from: null, to: 'observing' });
    const closed = await desk.call('adminSetGate', { body: { state: 'enforcing', reason: 'the pilot begins' } });
    expect(closed.body.gate).toMatchObject({ state: 'enforcing' });
  });
});
