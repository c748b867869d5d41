import type { Output } from './output.ts';

const SAID_EVERY_MS = 1000;

/**
 * Waits for one long call: says on a terminal that it goes on, from the first second, and to the one who presses Ctrl-C what
 * becomes of it, for the server does not stop then.
 */
export async function whileWaiting<Answer>(
  output: Output,
  { doing, whenLeft }: { readonly doing: string; readonly whenLeft: string },
  call: Promise<Answer>,
): Promise<Answer> {
  const begun = performance.now();
  const timer = setInterval(
    () => output.progress(`${doing}: ${Math.round((performance.now() - begun) / 1000)} s`),
    SAID_EVERY_MS,
  );
  const leave = () => {
    output.aside(whenLeft);
    // No one listens by now: it ends the process as it would have.
    process.kill(process.pid, 'SIGINT');
  };
  process.once('SIGINT', leave);
  try {
    return await call;
  } finally {
    clearInterval(timer);
    process.off('SIGINT', leave);
  }
}
