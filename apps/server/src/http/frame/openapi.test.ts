import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CALLS } from '@vestibule/contracts';
import { describe, expect, test } from 'vitest';
import { describeApi } from './openapi.ts';

const file = join(import.meta.dirname, '../../../../../docs/api/openapi.json');

describe('the OpenAPI document', () => {
  test('in docs/api is the one the server serves', async () => {
    const current = `${JSON.stringify(describeApi(), null, 2)}\n`;
    const committed = await readFile(file, 'utf8').catch(() => '');
    expect(committed === current, 'docs/api/openapi.json is out of date: npm run api').toBe(true);
  });

  test('describes every call with every status it can answer', () => {
    const { paths } = describeApi() as { paths: Record<string, Record<string, { responses: object }>> };
    for (const call of Object.values(CALLS)) {
      const responses = paths[call.path]?.[call.method.toLowerCase()]?.responses;
      const statuses = new Set([...Object.keys(call.answers), ...Object.values(call.refusals).map(String)]);
      expect(new Set(Object.keys(responses ?? {}))).toEqual(statuses);
    }
  });

  test('[S7.050] writes paths exactly as the specification does', () => {
    const { paths } = describeApi() as { paths: object };
    expect(Object.keys(paths)).toContain('/api/devices/v2/check-result');
  });
});
