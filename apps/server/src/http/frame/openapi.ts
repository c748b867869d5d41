import { type Call, CALLS, apiErrorSchema, HEADERS, PRODUCT_VERSION } from '@vestibule/contracts';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod';

type Json = Record<string, unknown>;

function jsonSchema(schema: z.core.$ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}

function parametersOf(call: Call): Json[] {
  const places = [
    ['path', call.parameters],
    ['query', call.query],
  ] as const;
  return places.flatMap(([place, schema]) => {
    if (schema === undefined) return [];
    const described = jsonSchema(schema, 'input');
    const required = (described['required'] ?? []) as string[];
    return Object.entries((described['properties'] ?? {}) as Record<string, Json>).map(([name, property]) => ({
      name,
      in: place,
      required: place === 'path' || required.includes(name),
      schema: property,
    }));
  });
}

function answersOf(call: Call): Json {
  const answers: Json = {};
  for (const [status, schema] of Object.entries(call.answers)) {
    if (call.isEventStream === true) {
      answers[status] = {
        description: 'Events, for as long as the session lasts.',
        content: { 'text/event-stream': { schema: { type: 'string' } } },
      };
      continue;
    }
    answers[status] =
      schema === null
        ? { description: 'Nothing to say.' }
        : { description: 'Done.', content: { 'application/json': { schema: jsonSchema(schema, 'output') } } };
  }
  const codesByStatus = Map.groupBy(Object.entries(call.refusals), ([, status]) => String(status));
  for (const [status, codes] of [...codesByStatus].toSorted(([left], [right]) => Number(left) - Number(right))) {
    answers[status] = {
      description: `Refused: ${codes.map(([code]) => code).join(', ')}.`,
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    };
  }
  return answers;
}

function securityOf(call: Call): Json[] {
  const bySession = call.method === 'GET' ? { session: [] } : { session: [], xsrf: [] };
  const { authentication } = call;
  switch (authentication) {
    case 'none':
    case 'signed-url':
    case 'device-key':
      return [];
    case 'session':
    case 'first-factor':
      return [bySession];
    case 'session-or-token':
      return [bySession, { accessToken: ['device-v2'] }];
    case 'optional':
      return [{}, bySession, { accessToken: [] }];
    default:
      return 'role' in authentication
        ? [bySession, { administration: [authentication.role] }]
        : authentication.scopes.map((scope) => ({ accessToken: [scope] }));
  }
}

/** The OpenAPI 3.1 document, made from the contract table and from nothing else. */
export function describeApi(): Json {
  const paths: Record<string, Json> = {};
  for (const [name, call] of Object.entries(CALLS) as [string, Call][]) {
    const path = (paths[call.path] ??= {});
    path[call.method.toLowerCase()] = {
      operationId: name,
      summary: call.summary,
      security: securityOf(call),
      parameters: parametersOf(call),
      ...(call.body === undefined
        ? {}
        : {
            requestBody: {
              required: !call.body.safeParse(undefined).success,
              content: { 'application/json': { schema: jsonSchema(call.body, 'input') } },
            },
          }),
      responses: answersOf(call),
    };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Vestibule',
      version: PRODUCT_VERSION,
      description: 'The gate between an employee and work. Every refusal has the one error body.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    paths,
    components: {
      schemas: { Error: jsonSchema(apiErrorSchema, 'output') },
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: '__Host-vestibule-session' },
        xsrf: { type: 'apiKey', in: 'header', name: HEADERS.xsrf },
        accessToken: {
          type: 'apiKey',
          in: 'header',
          name: 'Authorization',
          description: 'The word JWT, a space, and an access token of the named scope.',
        },
        administration: {
          type: 'http',
          scheme: 'bearer',
          description: 'A token of `vestibule token create`, for the role that is named or a higher one.',
        },
      },
    },
  };
}

export function registerOpenApiRoute(app: FastifyInstance): void {
  // Tens of milliseconds, which a server that starts need not wait for.
  let document: Json | undefined;
  app.get('/api/openapi.json', (_request, reply) => reply.send((document ??= describeApi())));
}
