import { Readable } from 'node:stream';
import { CALLS, PUSH_EVENTS } from '@vestibule/contracts';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { authenticate, isSameText } from '../../operations/crypto/tokens.ts';
import type { Installation } from '../../context/server-context.ts';
import { STREAM_PROBE_FILE, STREAM_PROBE_HEADER, STREAM_PROBE_MS } from '../../operations/doctor/stream-probe.ts';

const HEARTBEAT = `event: ${PUSH_EVENTS.heartbeat}\ndata:\n\n`;

/** The same on every server of an installation, so that it does not matter which one a proxy leads to. */
function createProbe({ secret }: Installation): string {
  return authenticate(secret, 'stream probe');
}

/** Leaves the probe in the data folder, for `vestibule doctor`. */
export async function leaveStreamProbe(installation: Installation): Promise<void> {
  const file = join(installation.config.dataFolder, STREAM_PROBE_FILE);
  await writeFile(file, createProbe(installation), { mode: 0o600 });
}

/** Answers the probe at the address of the event stream, with its very headers: what is in front cannot tell them apart. */
export function registerStreamProbe(
  app: FastifyInstance,
  installation: Installation,
  headers: Record<string, string>,
): void {
  const probe = createProbe(installation);
  app.addHook('onRequest', async (request, reply) => {
    const sent = request.headers[STREAM_PROBE_HEADER];
    if (typeof sent !== 'string' || request.routeOptions.config.call !== CALLS.events) return;
    if (!isSameText(sent, probe)) return;
    return reply
      .headers({ ...headers, 'Content-Type': 'text/event-stream; charset=utf-8' })
      .send(Readable.from(beats()));
  });
}

async function* beats(): AsyncGenerator<string> {
  yield HEARTBEAT;
  await wait(STREAM_PROBE_MS);
  yield HEARTBEAT;
}
