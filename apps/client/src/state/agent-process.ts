import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { createStateFile, readStateFile, writeStateFile } from './state-file.ts';
import { isRunning } from '../system/process-id.ts';
import type { StateFolder } from './state-folder.ts';

const agentProcessSchema = z.object({ version: z.literal(1), pid: z.int(), nextAt: z.iso.datetime() });

/** The process that reports by itself. */
export interface AgentProcess {
  readonly pid: number;
  /** When it means to look again. */
  readonly nextAt: Date;
}

/** An agent that has not written for so long has ended, whatever process has its number now. */
const OVERDUE_MS = 5 * 60_000;

const pathOf = (folder: StateFolder) => join(folder.path, 'agent.json');

/** @returns null when none runs */
export async function readAgentProcess(folder: StateFolder, now: Date): Promise<AgentProcess | null> {
  const read = await readStateFile(pathOf(folder), agentProcessSchema);
  if (read.state !== 'read') return null;
  const nextAt = new Date(read.value.nextAt);
  const isAlive = isRunning(read.value.pid) && now.getTime() - nextAt.getTime() < OVERDUE_MS;
  return isAlive ? { pid: read.value.pid, nextAt } : null;
}

/** @returns false when another agent runs for this folder */
export async function claimAgent(folder: StateFolder, pid: number, now: Date): Promise<boolean> {
  const entry = { version: 1, pid, nextAt: now.toISOString() };
  if (await createStateFile(pathOf(folder), entry)) return true;
  if ((await readAgentProcess(folder, now)) !== null) return false;
  await writeStateFile(pathOf(folder), entry);
  return true;
}

export function noteNextReport(folder: StateFolder, { pid, nextAt }: AgentProcess): Promise<void> {
  return writeStateFile(pathOf(folder), { version: 1, pid, nextAt: nextAt.toISOString() });
}

/** Only by the agent itself, when it ends. */
export function releaseAgent(folder: StateFolder): Promise<void> {
  return rm(pathOf(folder), { force: true });
}
