import type { TestServer } from './test-server.ts';

/** The next refusal of each kind is written down at once, as after a quiet minute. */
export async function forgetRefusals({ context }: Pick<TestServer, 'context'>): Promise<void> {
  await context.unsigned.flush(context.database, context.now(), true);
}
