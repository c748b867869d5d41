import { subscribe } from 'node:diagnostics_channel';
import { appendFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { threadId } from 'node:worker_threads';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { RECORD_FOLDER_VARIABLE, routeOf } from './contract-answers.ts';
import { readAnswer } from './contract-shape.ts';
import { judgeCookie } from './judge-cookie.ts';

const initializationSchema = z.object({ fastify: z.custom<FastifyInstance>((value) => typeof value === 'object') });
const finishSchema = z.object({
  response: z.custom<ServerResponse>((value) => typeof value === 'object'),
  server: z.custom<object>((value) => typeof value === 'object'),
});

/**
 * Writes down which answers the servers of this process give: `GET /api/… 403 account_disabled`, each once, which of them
 * have another shape than the contract says, and which set a cookie that another host could set as well. What comes after the run compares them with the contract table
 * (`contract-coverage.ts`). Does nothing outside a test run.
 */
export function recordAnswers(): void {
  const folder = process.env[RECORD_FOLDER_VARIABLE];
  if (folder === undefined) return;
  const file = join(folder, `${process.pid}-${threadId}`);
  const seen = new Set<string>();
  const note = (kind: 'given' | 'malformed' | 'cookie', line: string) => {
    if (seen.has(line)) return;
    seen.add(line);
    appendFileSync(`${file}.${kind}`, `${line}\n`);
  };
  const ours = new WeakSet<object>();
  subscribe('fastify.initialization', (message) => {
    const { fastify } = initializationSchema.parse(message);
    ours.add(fastify.server);
    fastify.addHook('onSend', async (request, reply, payload) => {
      const { config, url = '?' } = request.routeOptions;
      // A test's own small server may borrow a call for an address of its own: that is no answer of the contract.
      if (config.call !== undefined && routeOf(config.call) !== url) return;
      const read = readAnswer(config.call, reply.statusCode, payload);
      const line = `${request.method} ${url} ${reply.statusCode} ${read.code}`.trimEnd();
      note('given', line);
      if (read.problem !== null) note('malformed', `${line}: ${read.problem}`);
    });
    // A stream is written below Fastify, which hears of its end.
    fastify.addHook('onResponse', async (request, reply) => {
      const { config, url = '?' } = request.routeOptions;
      if (config.call?.isEventStream !== true || routeOf(config.call) !== url || reply.statusCode !== 200) return;
      note('given', `${request.method} ${url} 200`);
    });
  });
  // Below Fastify, since the OpenID Connect provider answers by itself.
  subscribe('http.server.response.finish', (message) => {
    const { response, server } = finishSchema.parse(message);
    if (!ours.has(server)) return;
    for (const line of [response.getHeader('set-cookie') ?? []].flat()) {
      const problem = judgeCookie(String(line));
      if (problem !== null) note('cookie', problem);
    }
  });
}
