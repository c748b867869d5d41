import { mkdir, rm } from 'node:fs/promises';
import * as z from 'zod/mini';
import { createStateFile, readStateFile } from '../state/state-file.ts';
import { isRunning } from '../system/process-id.ts';
import type { UpdateLayout } from './update-layout.ts';

const lockSchema = z.object({ pid: z.int() });

/**
 * Runs a task unless another process updates this installation. A lock that a killed process has left is taken away.
 * @returns null when another one does
 */
export async function whileLocked<Value>(layout: UpdateLayout, task: () => Promise<Value>): Promise<Value | null> {
  await mkdir(layout.versions, { recursive: true });
  for (let tries = 0; !(await createStateFile(layout.lock, { pid: process.pid })); tries += 1) {
    const holder = await readStateFile(layout.lock, lockSchema);
    const isHeld = holder.state === 'read' && holder.value.pid !== process.pid && isRunning(holder.value.pid);
    if (isHeld || tries > 2) return null;
    await rm(layout.lock, { force: true });
  }
  try {
    return await task();
  } finally {
    await rm(layout.lock, { force: true });
  }
}
