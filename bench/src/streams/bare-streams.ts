import { createServer, type ServerResponse } from 'node:http';

/**
 * What open event streams cost at the least: each gets the same heartbeat as often as from the product, and no one is asked
 * whether they are still signed in. Argument: port.
 */
const HEARTBEAT = 'event: heartbeat\ndata:\n\n';
const HEARTBEAT_MS = 5000;

const streams = new Set<ServerResponse>();
const server = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.write(HEARTBEAT);
  streams.add(response);
  response.once('close', () => streams.delete(response));
});
setInterval(() => {
  for (const stream of streams) stream.write(HEARTBEAT);
}, HEARTBEAT_MS);
server.listen(Number(process.argv[2]), '127.0.0.1', () => process.send?.('listening'));
process.once('SIGTERM', () => process.exit(0));
