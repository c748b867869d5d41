import type { TestServer } from './test-server.ts';

/** The next entry of each kind is written down at once, as after a quiet minute. */
export async function forgetRefusals({ context }: Pick<TestServer, 'context'>): Promise<void> {
  for (const counted of [context.unsigned, context.repeated]) {
    await counted.flush(context.database, context.now(), true);
  }
}
