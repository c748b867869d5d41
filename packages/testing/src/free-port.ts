import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below those that systems hand out by themselves: no one else is given one of them before it is listened on. */
const FIRST = 20_000;
/** Each worker of a test run has ports of its own. Two runs on one machine share them by chance alone. */
const WORKERS = 60;
const EACH = 200;
const own = FIRST + (Number(process.env['VITEST_POOL_ID'] ?? 0) % WORKERS) * EACH;

let next = randomInt(EACH);

/** A port of 127.0.0.1 that nothing listens on, and that is not given out again before all others were. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < EACH; tries += 1) {
    const port = own + next;
    next = (next + 1) % EACH;
    if (await canListen(port)) return port;
  }
  throw new Error(`All ports from ${own} to ${own + EACH - 1} are taken.`);
}

function canListen(port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE' || error.code === 'EACCES') resolve(false);
      else reject(error);
    });
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
