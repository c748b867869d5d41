import type { Writable } from 'node:stream';
import { CALLS, OWN_LIMITS } from '@vestibule/contracts';
import type { FastifyInstance } from 'fastify';
import { EventStreams, type Repeat } from './streams/event-streams.ts';
import { CONSOLE_STREAMS, PORTAL_STREAMS } from './streams/kinds.ts';
import { type Installation, refuse } from '../context/server-context.ts';
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
  const streams = new EventStreams(installation, repeat, PORTAL_STREAMS);
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

/** The session ends it, and so does the role; by itself such a stream is never over. */
const UNTIL_IT_IS_ENDED = new Date(8_640_000_000_000_000);

/** Pushes to the console what has changed in its company. @returns the streams of this server */
export function registerConsoleEventsRoute(
  app: FastifyInstance,
  installation: Installation,
  repeat: Repeat = atEachHeartbeat,
): EventStreams {
  const streams = new EventStreams(installation, repeat, CONSOLE_STREAMS);
  installation.metrics.watch('vestibule_console_streams', () => [{ value: streams.size, labels: {} }]);
  app.addHook('preClose', async () => streams.close());

  registerCall(app, installation, CALLS.consoleEvents, async ({ context, caller, reply }) => {
    const { behind, personId } = caller;
    if (behind.kind !== 'person' || behind.sessionId === null || personId === null) {
      return refuse('role_missing', 'This is for the pages of a person who is signed in.');
    }
    reply.headers(STREAM_HEADERS);
    const companyId = context.company.id;
    const owner = { companyId, personId, sessionId: behind.sessionId, expiresAt: UNTIL_IT_IS_ENDED };
    return answer(200, (page: Writable) => streams.open(owner, page));
  });
  return streams;
}
