import { subscribe } from 'node:diagnostics_channel';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { threadId } from 'node:worker_threads';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { RECORD_FOLDER_VARIABLE } from './contract-answers.ts';

const initializationSchema = z.object({ fastify: z.custom<FastifyInstance>((value) => typeof value === 'object') });
const errorSchema = z.object({ code: z.string() });

/**
 * Writes down which answers the servers of this process give: `GET /api/… 403 account_disabled`, each once. The global
 * teardown compares them with the contract table (`contract-coverage.ts`). Does nothing outside a test run.
 */
export function recordAnswers(): void {
  const folder = process.env[RECORD_FOLDER_VARIABLE];
  if (folder === undefined) return;
  const file = join(folder, `${process.pid}-${threadId}.txt`);
  const seen = new Set<string>();
  subscribe('fastify.initialization', (message) => {
    const { fastify } = initializationSchema.parse(message);
    fastify.addHook('onSend', async (request, reply, payload) => {
      const code = reply.statusCode < 400 ? '' : ` ${codeOf(payload)}`;
      const line = `${request.method} ${request.routeOptions.url ?? '?'} ${reply.statusCode}${code.trimEnd()}`;
      if (seen.has(line)) return;
      seen.add(line);
      appendFileSync(file, `${line}\n`);
    });
  });
}

function codeOf(payload: unknown): string {
  try {
    return errorSchema.parse(JSON.parse(String(payload))).code;
  } catch {
    return '';
  }
}
