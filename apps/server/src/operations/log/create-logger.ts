import type { FastifyBaseLogger } from 'fastify';
import { type DestinationStream, pino } from 'pino';
import { loggedPath } from './logged-path.ts';
import { cleanWords } from './clean-words.ts';
import { describeError } from './describe-error.ts';

/** Paths that hold secrets; pino blanks them wherever they are logged. */
const REDACTED = [
  'req.headers.authorization',
  'req.headers.cookie',
  'res.headers["set-cookie"]',
  '*.password',
  '*.token',
];

/** So much is written in one go, and not later than this: a write for each line takes a tenth of the server's time. */
const WRITTEN_TOGETHER_BYTES = 4096;
const WRITTEN_AFTER_MS = 100;

/** To standard output. What is fatal, and the end of the process, are written at once. */
function openOutput(): DestinationStream {
  return pino.destination({ fd: 1, sync: false, minLength: WRITTEN_TOGETHER_BYTES, periodicFlush: WRITTEN_AFTER_MS });
}

/** The server's log, which says of an error what and where it is and nothing that is stored. @param stream where it goes; left out: standard output */
export function createLogger(level: string, stream?: DestinationStream): FastifyBaseLogger {
  return pino(
    {
      level,
      redact: REDACTED,
      serializers: {
        req: (request: { method: string; url: string }) => ({
          method: request.method,
          path: loggedPath(request.url),
        }),
        err: (error: unknown) => describeError(error),
        error: (error: unknown) => describeError(error),
      },
      hooks: {
        // Under another name, by themselves or without words, errors would be written as they are, with all they hold.
        logMethod(words, method) {
          Reflect.apply(method, this, cleanWords(words));
        },
      },
    },
    stream ?? openOutput(),
  );
}
