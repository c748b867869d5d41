import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { createFakeSystem } from '../fake-system.ts';
import { createWindows } from './sample-system.ts';
import { readSection } from './section.ts';

const schema = z.object({ drive: z.string() });

function withError(id: string, category = '', native = '', codes: readonly (number | null)[] = []) {
  const error = { id, category, native, codes };
  return createWindows(JSON.stringify({ format: 1, sections: { encryption: { error } } }));
}

test.each([
  ['HRESULT 0x8004100e,X', '', '', [], 'not-supported'],
  ['HRESULT 0x80041003,X', '', '', [], 'access-denied'],
  ['X', '', '', [2147749891, null], 'access-denied'],
  ['X', '', '', [null, -2147024891], 'access-denied'],
  ['X', '', 'AccessDenied', [], 'access-denied'],
  ['X', '', 'InvalidClass', [-2146233088], 'not-supported'],
  ['HRESULT 0x80041069,X', '', '', [], 'timed-out'],
  ['X', 'PermissionDenied', '', [], 'access-denied'],
  ['CommandNotFoundException', 'ObjectNotFound', '', [], 'not-supported'],
  ['CannotCreateTypeConstrainedLanguage,X', 'PermissionDenied', '', [], 'blocked-by-policy'],
  ['MethodInvocationNotSupportedInConstrainedLanguage', 'InvalidOperation', '', [], 'blocked-by-policy'],
  ['HRESULT 0x80041001,X', 'NotSpecified', 'Failed', [], 'unexpected-output'],
  ['constructor', 'toString', 'valueOf', [], 'unexpected-output'],
])('error %s (%s, %s, %j): %s', async (id, category, native, codes, reason) => {
  const outcome = await readSection(withError(id, category, native, codes), 'encryption', schema);
  expect(outcome).toMatchObject({ ok: false, reason });
});

test('a value of another shape, a section that is not there, and a system that is not Windows are unknown', async () => {
  const odd = createWindows('{"format":1,"sections":{"encryption":{"value":{"drive":1}}}}');
  expect(await readSection(odd, 'encryption', schema)).toMatchObject({ reason: 'unexpected-output' });
  expect(await readSection(odd, 'defender', schema)).toMatchObject({ reason: 'unexpected-output' });
  expect(await readSection(createFakeSystem(), 'encryption', schema)).toMatchObject({ reason: 'not-supported' });
});
