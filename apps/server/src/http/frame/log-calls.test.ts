import fastify from 'fastify';
import { expect, test } from 'vitest';
import { createLogger } from '../../operations/log/create-logger.ts';
import { CallLog } from './log-calls.ts';

test('a call is one line of the log: what was asked, without its query, and how it was answered', async () => {
  const lines: unknown[] = [];
  const logger = createLogger('info', { write: (line: string) => void lines.push(JSON.parse(line)) });
  const app = fastify({ loggerInstance: logger, logController: new CallLog() });
  app.get('/a', (_request, reply) => reply.status(202).send());
  await app.inject('/a?secret=1');
  await app.close();
  expect(lines).toEqual([
    expect.objectContaining({ msg: 'request completed', req: { method: 'GET', path: '/a' }, res: { statusCode: 202 } }),
  ]);
});
