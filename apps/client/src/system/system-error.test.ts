import { expect, test } from 'vitest';
import { systemFailure } from './system-error.ts';

const errorOf = (code: string, syscall: string, path = '/etc/modprobe.d/u.conf') =>
  Object.assign(new Error(`${code}: permission denied, ${syscall} '${path}'`), { code, syscall, path });

test.each(['open', 'scandir'])('what may not be read is said in words, by %s', (syscall) => {
  expect(systemFailure(errorOf('EACCES', syscall))).toEqual({
    ok: false,
    reason: 'access-denied',
    detail: 'Only an administrator may read /etc/modprobe.d/u.conf. Ask who looks after this computer.',
  });
});

test('what may not be written keeps what the system said', () => {
  expect(systemFailure(errorOf('EACCES', 'rename'))).toMatchObject({ detail: expect.stringContaining('EACCES') });
  expect(systemFailure(errorOf('EPERM', 'open')).reason).toBe('access-denied');
});

test('a file that is not there is missing, and anything else is not understood', () => {
  expect(systemFailure(errorOf('ENOENT', 'open')).reason).toBe('missing');
  expect(systemFailure(errorOf('EIO', 'read')).reason).toBe('unexpected-output');
  expect(systemFailure('no error')).toEqual({ ok: false, reason: 'unexpected-output', detail: 'no error' });
});
