import type { Who } from '../repositories/audit-words.ts';

/** Someone who is no person of ours, such as the server's own command line. */
export const called = (login: string): Who => ({ id: null, login });
