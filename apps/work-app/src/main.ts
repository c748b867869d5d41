import { createServer } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { readArguments, USAGE, type WorkAppArguments } from './arguments.ts';
import { createGateCertificates } from './gate-certificates.ts';
import { createWorkApp } from './work-app.ts';

/** Open requests may take this long to finish after the signal to end. */
const FAREWELL_MS = 2000;

function fail(sentence: string): void {
  process.stderr.write(`${sentence}\n`);
  process.exitCode = 1;
}

function logError(message: string): void {
  process.stderr.write(`work-app: ${message}\n`);
}

function start({ host, port, gate, publicUrl }: WorkAppArguments): void {
  const server = createServer();
  server.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EADDRINUSE') {
      fail(`Port ${port} on ${host} is used by another program. Choose another one with --port.`);
    } else fail(`work-app cannot listen on ${host}:${port} (${error.code ?? error.message}).`);
  });
  server.listen(port, host, () => {
    const address = server.address();
    const actualPort = typeof address === 'object' && address !== null ? address.port : port;
    const reachableHost = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host;
    const ownUrl = `http://${reachableHost}:${actualPort}`;
    const certificates = createGateCertificates(`${gate}/saml/metadata`, {
      fetch,
      now: Date.now,
      wait: (milliseconds) => wait(milliseconds),
    });
    server.on(
      'request',
      createWorkApp({ gate, publicUrl: publicUrl ?? ownUrl, certificates, now: Date.now, logError }),
    );
    process.stdout.write(`work-app listening on ${ownUrl}\n`);
  });

  const end = () => {
    server.close();
    setTimeout(() => server.closeAllConnections(), FAREWELL_MS).unref();
  };
  // Started by another program that is gone: nothing may stay behind that holds the port.
  process.once('disconnect', end);
  process.channel?.unref();
  process.once('SIGTERM', end);
  process.once('SIGINT', end);
}

const given = readArguments(process.argv.slice(2));
if (typeof given === 'string') fail(`${given}\n${USAGE}`);
else start(given);
