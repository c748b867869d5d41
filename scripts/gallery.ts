import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createServer } from 'vite';

const HELP = `Shows every state of every screen, with made-up data, and follows changes of the sources.

  npm run gallery                 the portal's, the accounts application's and the console's
  npm run gallery -- --no-open    prints the addresses only

Pictures of all of them, compared with the kept ones: npm run pictures
`;

const APPLICATIONS = ['portal', 'accounts', 'console'];
const PAGE = 'gallery.html';

const { values } = parseArgs({
  options: { 'no-open': { type: 'boolean', default: false }, help: { type: 'boolean', short: 'h', default: false } },
});
if (values.help) process.stdout.write(HELP);
else {
  for (const name of APPLICATIONS) {
    const configFile = join(import.meta.dirname, '../apps', name, 'vite.config.ts');
    const server = await createServer({
      configFile,
      logLevel: 'warn',
      server: { host: '127.0.0.1', open: values['no-open'] ? false : PAGE },
    });
    await server.listen();
    process.stdout.write(`${name.padEnd(9)} ${server.resolvedUrls?.local[0]}${PAGE}\n`);
  }
  process.stdout.write('Ctrl-C ends it.\n');
}
