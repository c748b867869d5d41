#!/usr/bin/env node
// Older ones cannot read TypeScript, and say so in a way that helps nobody.
if (Number(process.versions.node.split('.')[0]) < 24) {
  process.stderr.write(
    `This needs Node 24 or newer, and here is ${process.versions.node}. In the folder of Vestibule, "npx vestibule" takes the right one.\n`,
  );
  process.exit(2);
}
await import('../src/command-line/main.ts');
