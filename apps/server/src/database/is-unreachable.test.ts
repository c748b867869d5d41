import { DrizzleQueryError } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { isDatabaseUnreachable } from './is-unreachable.ts';

const URL = 'postgres://gate@db.alderbrook.example:5432/gate';
const ofNetwork = (more: object) => Object.assign(new Error('read ECONNRESET'), { syscall: 'read', ...more });
const ofQuery = (cause: Error) => new DrizzleQueryError('select 1', [], cause);

describe('the database is away', () => {
  test.each([
    ['the driver says so', new Error('Connection terminated unexpectedly')],
    [
      'its connection was closed between two queries of a transaction',
      new Error('Client was closed and is not queryable'),
    ],
    ['the server goes down', Object.assign(new Error('x'), { severity: 'FATAL', code: '57P01' })],
    ['another server took over', Object.assign(new Error('x'), { severity: 'ERROR', code: '25006' })],
    ['nothing listens there', ofNetwork({ syscall: 'connect', port: 5432 })],
    ['the connection of a query breaks', ofQuery(ofNetwork({}))],
  ])('when %s', (_name, error) => {
    expect(isDatabaseUnreachable(error, URL)).toBe(true);
    expect(isDatabaseUnreachable(ofQuery(error), URL)).toBe(true);
    expect(isDatabaseUnreachable(error, undefined)).toBe(false);
  });

  test.each([
    ['a connection to somewhere else breaks', ofNetwork({})],
    ['somewhere else nothing listens', ofNetwork({ syscall: 'connect', port: 443 })],
    ['a query is wrong', ofQuery(Object.assign(new Error('x'), { severity: 'ERROR', code: '23505' }))],
  ])('not when %s', (_name, error) => {
    expect(isDatabaseUnreachable(error, URL)).toBe(false);
  });
});
