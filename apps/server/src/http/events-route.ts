import type { Writable } from 'node:stream';
import { CALLS, OWN_LIMITS } from '@vestibule/contracts';
import type { FastifyInstance } from 'fastify';
import { EventStreams, type Repeat } from './streams/event-streams.ts';
import type { Installation } from '../context/server-context.ts';
import { answer, registerCall } from './frame/register-call.ts';
import { registerStreamProbe } from './frame/stream-probe.ts';

const STREAM_HEADERS = {
  // Proxies neither keep nor gather nor compress what comes.
  'Cache-Control': 'no-store, no-transform',
  'X-Accel-Buffering': 'no',
  // The connection ends with the stream: kept alive, it would hold up a server that stops.
  Connection: 'close',
};

const atEachHeartbeat: Repeat = (task) => {
  const timer = setInterval(task, OWN_LIMITS.pushHeartbeatIntervalMs);
  timer.unref();
  return () => clearInterval(timer);
};

/** Pushes "look" to the pages of those who are signed in. @returns the streams of this server */
export function registerEventsRoute(
  app: FastifyInstance,
  installation: Installation,
  repeat: Repeat = atEachHeartbeat,
): EventStreams {
  const streams = new EventStreams(installation, repeat);
  installation.metrics.watch('vestibule_event_streams', () => [{ value: streams.size, labels: {} }]);
  // Before the server waits for its connections to end, which these would not do by themselves.
  app.addHook('preClose', async () => streams.close());

  registerStreamProbe(app, installation, STREAM_HEADERS);
  registerCall(app, installation, CALLS.events, async ({ context, caller, reply }) => {
    reply.headers(STREAM_HEADERS);
    const { person, session } = caller;
    const [companyId, personId, sessionId] = [context.company.id, person.id, session.id];
    const owner = { companyId, personId, sessionId, expiresAt: session.expiresAt };
    return answer(200, (page: Writable) => streams.open(owner, page));
  });
  return streams;
}
