import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { ConnectionLimits } from './connection-limits.ts';

/** Connections of one address, by their port, the oldest first. */
type Own = Map<number, Socket>;

/**
 * Bounds the connections on which nothing whole was asked yet: a head that never ends, or none at all. Where there are too
 * many, the oldest of the address with most goes. Connections of people who have asked something are not counted.
 */
export function boundSilentConnections(server: Server, limits: ConnectionLimits): void {
  const byAddress = new Map<string, Own>();
  let count = 0;
  const forget = (address: string, port: number) => {
    const own = byAddress.get(address);
    if (own?.delete(port) !== true) return;
    count -= 1;
    if (own.size === 0) byAddress.delete(address);
  };
  const endOldest = (address: string, own: Own) => {
    const [oldest] = own;
    if (oldest === undefined) return;
    forget(address, oldest[0]);
    oldest[1].destroy();
  };
  // Of https, too: the connection is there before its hand-shake.
  server.on('connection', (socket: Socket) => {
    const { remoteAddress: address, remotePort: port } = socket;
    if (address === undefined || port === undefined) return;
    const own = byAddress.get(address) ?? new Map<number, Socket>();
    byAddress.set(address, own);
    own.set(port, socket);
    count += 1;
    socket.once('close', () => forget(address, port));
    if (own.size > limits.silentOfAddress) endOldest(address, own);
    if (count > limits.silent) {
      endOldest(...[...byAddress].reduce((one, other) => (other[1].size > one[1].size ? other : one)));
    }
  });
  server.on('request', ({ socket }) => forget(socket.remoteAddress ?? '', socket.remotePort ?? 0));
}
