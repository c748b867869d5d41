import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { type Computer, type ComputerOptions, startComputer } from './computer.ts';
import { type Gate, startGate } from './gate.ts';

/** A company with its gate and work application, and one employee's computer. */
export interface World {
  readonly gate: Gate;
  readonly computer: Computer;
  readonly page: Page;
  close(): Promise<void>;
}

export async function startWorld(
  policy: string,
  options: Pick<
    ComputerOptions,
    'settings' | 'colorScheme' | 'viewport' | 'hasMotion' | 'browserArguments' | 'hasExtension'
  > & {
    readonly isFastCheckMode?: boolean;
  } = {},
): Promise<World> {
  const folder = await mkdtemp(join(tmpdir(), 'vestibule-e2e-'));
  const gate = await startGate(folder, policy, options.isFastCheckMode ?? false);
  const computer = await startComputer({ ...options, folder: join(folder, 'computer'), gate });
  const page = computer.browser.pages()[0] ?? (await computer.browser.newPage());
  return {
    gate,
    computer,
    page,
    close: async () => {
      await computer.close();
      await gate.stop();
      await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    },
  };
}

/** Opens the work application and signs in; ends on the portal's home screen. */
export async function signIn(
  { gate, page }: Pick<World, 'gate' | 'page'>,
  login = 'nadia',
  password = 'doorway-2026',
): Promise<void> {
  await page.goto(`${gate.workApp}/start`);
  await page.getByRole('textbox', { name: /login/i }).fill(login);
  await page.getByLabel(/^password/i).fill(password);
  await page.getByRole('button', { name: /^sign in$/i }).click();
}
