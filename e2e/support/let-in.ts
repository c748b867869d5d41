import { once } from 'node:events';
import { createServer, createConnection } from 'node:net';
import type { BootedLinux } from './booted-linux.ts';

/** Listens where the address says, on the computer itself, and hands on to a socket in the file system. */
const DOOR = `
  const { createServer, createConnection } = require('node:net');
  const [port, path] = process.argv.slice(1);
  createServer((from) => {
    const to = createConnection(path);
    from.pipe(to).pipe(from);
    for (const one of [from, to]) one.on('error', () => [from, to].forEach((end) => end.destroy()));
  }).listen(Number(port), '127.0.0.1');
`;

/**
 * Makes an address of this machine reachable from a booted system under the same name, which has a network of its own: a
 * socket in the file system goes from one to the other. Workplace has to be installed there, for its Node.
 */
export async function letIn(linux: BootedLinux, address: string): Promise<void> {
  const port = new URL(address).port;
  const path = `/run/door-${port}.sock`;
  const server = createServer((from) => {
    const to = createConnection({ host: '127.0.0.1', port: Number(port) });
    from.pipe(to).pipe(from);
    for (const one of [from, to]) one.on('error', () => [from, to].forEach((end) => end.destroy()));
  });
  server.unref().listen(linux.place(path));
  await once(server, 'listening');
  await linux.run(['chmod', '777', path]);
  linux.start(['/opt/workplace/node', '-e', DOOR, port, path]);
}
