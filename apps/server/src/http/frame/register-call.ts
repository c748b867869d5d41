import type { Writable } from 'node:stream';
import {
  bodyMaximumBytesOf,
  type Call,
  type CallAuthentication,
  CALLS,
  type ErrorCode,
  HEADERS,
  readInWords,
} from '@vestibule/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import type { Administrator } from '../../subjects/audit/acting.ts';
import type { Caller } from '../../context/caller.ts';
import {
  type Installation,
  isRefusal,
  type Origin,
  type Refusal,
  type ServerContext,
} from '../../context/server-context.ts';
import { authenticateCall } from './authenticate.ts';
import { findContext, sendUnknownHostError } from './company-of-request.ts';
import { sendError } from './errors.ts';
import { noteProvenCaller } from './proven-callers.ts';
import { findUnstorableText } from '../../database/unstorable-text.ts';

/** What a schema of the contract makes of what was sent. */
export type Parsed<Schema> = Schema extends z.ZodMiniType ? z.infer<Schema> : undefined;

export interface CallInput<C extends Call> {
  /** The company whose address was called. */
  readonly context: ServerContext;
  readonly parameters: Parsed<C['parameters']>;
  readonly query: Parsed<C['query']>;
  readonly body: Parsed<C['body']>;
  /** Who calls, as the contract asks for it. */
  readonly caller: CallerOf<C['authentication']>;
  /** The access token as sent, for calls that take one. */
  readonly accessToken: string;
  readonly origin: Origin;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

type CallerOf<Authentication extends CallAuthentication> = Authentication extends 'none' | 'signed-url' | 'device-key'
  ? undefined
  : Authentication extends 'optional'
    ? Caller | undefined
    : Authentication extends { role: string }
      ? Administrator
      : Caller;

/** Begins to write events to the page, whose answer has its head by then. */
export type EventStreamBody = (page: Writable) => void;

/** An answer as the contract declares it: a status with its body. */
export type CallAnswer<C extends Call> = {
  [Status in keyof C['answers']]: {
    readonly status: Status;
    readonly body: C extends { readonly isEventStream: true }
      ? EventStreamBody
      : C['answers'][Status] extends z.ZodMiniType
        ? z.infer<C['answers'][Status]>
        : null;
  };
}[keyof C['answers']];

/** Builds an answer, keeping the literal status. */
export function answer<const Status extends number, Body>(status: Status, body: Body) {
  return { status, body };
}

export type CallHandler<C extends Call> = (
  input: CallInput<C>,
) => Promise<CallAnswer<C> | Refusal<Extract<keyof C['refusals'], ErrorCode>>>;

/** Serves one row of the contract table: authenticates, parses what comes in, checks what goes out. */
export function registerCall<C extends Call>(
  app: FastifyInstance,
  installation: Installation,
  call: C,
  handler: CallHandler<C>,
): void {
  app.route({
    method: call.method,
    url: call.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    exposeHeadRoute: false,
    config: { call },
    bodyLimit: bodyMaximumBytesOf(call),
    handler: async (request, reply) => {
      const origin = { address: request.ip, correlationId: request.id };
      const known = await findContext(installation, request, call);
      if (known === null) return sendUnknownHostError(reply);
      const found = await authenticateCall(known, call, request);
      if (isRefusal(found)) return sendError(reply, call, found);
      const { generation, ...authenticated } = found;
      // Taking an upload reads it in its own question.
      const context = call.path === CALLS.upload.path ? known : await installation.companies.asOf(known, generation);
      if (authenticated.caller !== undefined) noteProvenCaller(request);
      if (!isDataVersionRight(call, request)) {
        return sendError(reply, call, {
          refused: 'data_version_unsupported',
          message: `This call speaks ${HEADERS.dataVersion} ${call.dataVersion}.`,
        });
      }
      const input = parseInput(call, request);
      if (!input.ok) return sendError(reply, call, { refused: 'request_malformed', message: input.message });
      const result = await handler({
        context,
        ...input.value,
        ...authenticated,
        origin,
        request,
        reply,
      } as CallInput<C>);
      if (isRefusal(result)) return sendError(reply, call, result);
      return sendAnswer(reply, call, result as { status: number; body: unknown });
    },
  });
}

function isDataVersionRight({ dataVersion }: Call, request: FastifyRequest): boolean {
  const sent = request.headers[HEADERS.dataVersion.toLowerCase()];
  return dataVersion === undefined || sent === undefined || sent === String(dataVersion);
}

/** Reads path, query and body as the contract says. @returns the first thing that is wrong, by name */
export function parseInput(
  call: Call,
  request: FastifyRequest,
): { ok: true; value: { parameters: unknown; query: unknown; body: unknown } } | { ok: false; message: string } {
  const value: Record<'parameters' | 'query' | 'body', unknown> = {
    parameters: undefined,
    query: undefined,
    body: undefined,
  };
  const sources = { parameters: request.params, query: request.query, body: request.body };
  for (const part of ['parameters', 'query', 'body'] as const) {
    const schema = call[part];
    if (schema === undefined) continue;
    const read = readInWords(schema, sources[part], [part]);
    if (!read.ok) return { ok: false, message: read.problems[0] };
    const unstorable = findUnstorableText(read.value, [part]);
    if (unstorable !== null) return { ok: false, message: `${unstorable}: holds a character that is none` };
    value[part] = read.value;
  }
  return { ok: true, value };
}

/** Answers with a declared status and a body of its shape. */
export function sendAnswer(reply: FastifyReply, call: Call, result: { status: number; body: unknown }): FastifyReply {
  const schema = call.answers[result.status];
  if (schema === undefined)
    throw new Error(`${call.method} ${call.path} does not declare the status ${result.status}.`);
  reply.status(result.status);
  if (call.isEventStream === true) return sendEvents(reply, result.body as EventStreamBody);
  reply.header('Cache-Control', 'no-store');
  return schema === null
    ? reply.send()
    : reply.type('application/json').send(JSON.stringify(schema.parse(result.body)));
}

/** Leaves the answer to what writes events: what fastify and a stream in between would keep of each open page is not needed. */
function sendEvents(reply: FastifyReply, begin: EventStreamBody): FastifyReply {
  reply.type('text/event-stream').header('Correlation-Id', reply.request.id).hijack();
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) reply.raw.setHeader(name, value);
  reply.raw.writeHead(reply.statusCode);
  begin(reply.raw);
  return reply;
}
