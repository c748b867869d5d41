import { parseArgs } from 'node:util';

export interface WorkAppArguments {
  readonly host: string;
  readonly port: number;
  /** Origin of the gate, without a slash at the end. */
  readonly gate: string;
  /** Origin under which browsers reach this application; undefined means host and port. */
  readonly publicUrl: string | undefined;
}

export const USAGE =
  'Usage: node apps/work-app/src/main.ts [--port 8081] [--gate http://localhost:8080] [--host 127.0.0.1] [--public-url http://mail.example]';

/** Reads the command line. @returns the arguments, or one sentence about what is wrong */
export function readArguments(words: readonly string[]): WorkAppArguments | string {
  try {
    const { values } = parseArgs({
      args: [...words],
      options: {
        host: { type: 'string', default: '127.0.0.1' },
        port: { type: 'string', default: '8081' },
        gate: { type: 'string', default: 'http://localhost:8080' },
        'public-url': { type: 'string' },
      },
    });
    const port = /^\d{1,5}$/.test(values.port) ? Number.parseInt(values.port, 10) : Number.NaN;
    if (!(port <= 65_535)) return `--port takes a number from 0 to 65535, not "${values.port}".`;
    const gate = readOrigin(values.gate);
    if (gate === null)
      return `--gate takes the address of the gate, such as http://localhost:8080, not "${values.gate}".`;
    const publicUrl = values['public-url'] === undefined ? undefined : readOrigin(values['public-url']);
    if (publicUrl === null)
      return `--public-url takes an address, such as http://mail.example, not "${values['public-url']}".`;
    return { host: values.host, port, gate, publicUrl };
  } catch (error) {
    return error instanceof Error ? error.message : 'The command line is not readable.';
  }
}

function readOrigin(text: string): string | null {
  const url = URL.parse(text);
  return url !== null && (url.protocol === 'http:' || url.protocol === 'https:') ? url.origin : null;
}
