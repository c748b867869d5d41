import { stat } from 'node:fs/promises';
import { request } from 'node:http';
import { resolve } from 'node:path';
import {
  codeOf,
  CommandFailure,
  exchange,
  EXIT_CODES,
  type GateOptions,
  isTimeout,
  messageOf,
  misuse,
  openNetwork,
  type Transport,
  unreachable,
} from '@vestibule/command-line';
import { adminSocketPath } from '../operations/config/admin-socket-path.ts';

/** The server of this computer at its socket, or another one by its address and a token. */
export async function openTransport({ data = '.data', url, tokenFile }: GateOptions): Promise<Transport> {
  if (url !== undefined) return openNetwork({ url, tokenFile });
  if (tokenFile !== undefined) throw misuse('--token-file goes with --url: say which server it is for.');
  return openSocket(data);
}

function openSocket(dataFolder: string): Transport {
  const socketPath = adminSocketPath(dataFolder);
  const folder = resolve(dataFolder);
  return {
    place: folder,
    send: (method, path, body) =>
      exchange(request, { socketPath, method, path, headers: { host: 'localhost' } }, body).catch(
        async (error: unknown) => {
          throw await explainSocket(error, folder, socketPath);
        },
      ),
  };
}

async function explainSocket(error: unknown, folder: string, socketPath: string): Promise<CommandFailure> {
  switch (codeOf(error)) {
    case 'ENOENT':
      return unreachable(
        (await exists(folder))
          ? `No server answers for the data folder ${folder}. Start it, or name the folder of the one you mean: --data FOLDER. For a server on another computer: --url and --token-file.`
          : `There is no folder ${folder}. Name the data folder of the server: --data FOLDER. For a server on another computer: --url and --token-file.`,
      );
    case 'ECONNREFUSED':
      return unreachable(`The server of ${folder} is not running; it left its socket behind. Start it again.`);
    case 'EACCES':
    case 'EPERM':
      return new CommandFailure(
        EXIT_CODES.notAllowed,
        `You may not use ${socketPath}${await ownerOf(socketPath)}. Run this as the user that the server runs as: sudo -u USER npx vestibule …`,
      );
    default:
      return unreachable(
        isTimeout(error)
          ? `The server of ${folder} does not answer.`
          : `The server of ${folder} broke off: ${messageOf(error)}`,
      );
  }
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null)) !== null;
}

async function ownerOf(path: string): Promise<string> {
  const found = await stat(path).catch(() => null);
  return found === null ? '' : `, which belongs to the user with the number ${found.uid}`;
}
