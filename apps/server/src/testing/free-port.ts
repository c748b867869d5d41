import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below those that systems hand out by themselves: nobody else is given one of them before it is listened on. */
const FIRST = 20_000;
/** Each worker of a test run has ports of its own. */
const WORKERS = 20;
const EACH = 500;
const own = FIRST + (Number(process.env['VITEST_POOL_ID'] ?? 0) % WORKERS) * EACH;

let next = randomInt(EACH);

/** A port of 127.0.0.1 that nothing listens on, and that is not given out again for as long as it may be looked forward to. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = own + next;
    next = (next + 1) % EACH;
    if (await canListen(port)) return port;
  }
}

function canListen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
