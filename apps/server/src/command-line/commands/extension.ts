import { changing, type Command, examples, outputOf, urlOf } from '@vestibule/command-line';
import type { ExtensionOptions } from './extension-offline.ts';

export function addExtensionCommand(program: Command): void {
  const extension = changing(program.command('extension'))
    .description(
      'make the browser extension for your portal: to try, to hand out by this server, for stores, and policies',
    )
    .option('--out <folder>', 'where everything goes: a new folder, or one that was written by this command')
    .option('--portal <address...>', 'further portals that it answers from now on, such as those of other companies')
    .option('--without-portal <address...>', 'portals that it answers no more; all others stay as they were')
    .option('--signed-xpi <file>', 'the package for Firefox as Mozilla has signed it: hand it out as well')
    .action(async (_options: object, command: Command) => {
      const { makeExtension } = await import('./extension-offline.ts');
      const { url: _, ...options } = command.optsWithGlobals<ExtensionOptions>();
      await makeExtension({ ...options, url: urlOf(command) }, outputOf(command));
    });
  examples(extension, [
    'extension --url https://gate.example.com --out extension --dry-run',
    'extension --url https://gate.example.com --out extension',
    'extension --out extension --portal https://gate.harbour.example',
    'extension --out extension --without-portal https://gate.harbour.example --dry-run',
    'extension --out extension --signed-xpi workplace-signed.xpi',
  ]).addHelpText(
    'after',
    `
Runs on the computer of the server, as the user it runs as, once the gate is set
up (vestibule setup --help). Without --url, for the address of the set-up
(vestibule.json). What it writes into --out:

  unpacked/      for a pilot: "Load unpacked" in Chrome and Edge,
                 "Load Temporary Add-on" in Firefox
  workplace.crx  signed for Chrome and Edge, with updates.xml, which names it:
                 the server hands out both from now on
  store/         for the Chrome Web Store, Edge Add-ons and Mozilla
  policies/      filled in: Windows registry and Intune, macOS profile, Google,
                 Linux, Firefox

The first run makes the signing key, extension/signing-key.pem in the data
folder. The extension's id follows from it: let no one have it. Every backup
of the gate has it from then on. docs/software-distribution.md says what to do
with each file, and what was tried.`,
  );
}
