import type { Output } from '@vestibule/command-line';

/** What `vestibule extension` made, or would make. */
export interface MadeExtension {
  readonly isDryRun: boolean;
  readonly folder: string;
  readonly origins: readonly string[];
  /** Portals that were answered before, and are no more. */
  readonly goneOrigins: readonly string[];
  readonly version: string;
  /** Null: it follows from a key that is not made yet. */
  readonly chromiumId: string | null;
  readonly firefoxId: string;
  readonly updateUrl: string;
  readonly xpiUrl: string;
  /** Of the package for Firefox that the server hands out; null: there is none. */
  readonly xpiVersion: string | null;
  /** Path of the signing key, where this run made it. */
  readonly newKey: string | null;
  readonly files: readonly { readonly path: string; readonly bytes: number; readonly sha256: string }[];
}

export function printMade(output: Output, made: MadeExtension): void {
  output.answer(made, () => {
    const { isDryRun, folder, files } = made;
    output.say(isDryRun ? `Dry run, nothing was written. This would go to ${folder}:` : `Written to ${folder}:`);
    for (const { path } of files.filter((file) => !file.path.startsWith('unpacked/'))) output.line(`  ${path}`);
    output.line('  unpacked/chromium and unpacked/firefox, to try it');
    output.line('  SHA256SUMS');
    output.line();
    output.facts([
      ['Version', made.version],
      ['Answers', made.origins.join(', ')],
      ['Id in Chrome and Edge', made.chromiumId ?? 'follows from the signing key, which the first real run makes'],
      ['Id in Firefox', made.firefoxId],
      ['Updates from', made.updateUrl],
    ]);
    output.line();
    sayNextSteps(output, made);
  });
}

function sayNextSteps(output: Output, made: MadeExtension): void {
  const { isDryRun, newKey, xpiVersion, version } = made;
  for (const origin of made.goneOrigins) {
    output.say(
      `${origin} is answered no more: browsers take this version by themselves, and there the extension is gone for its people. To keep it: --portal ${origin}`,
    );
  }
  output.say(
    isDryRun
      ? 'The server would hand out workplace.crx and updates.xml from then on.'
      : 'The server hands out workplace.crx and updates.xml from now on; it need not be started again.',
  );
  if (newKey !== null) {
    output.say(`The key that signs it is new: ${newKey}. Keep it secret; it is in every backup from now on.`);
  }
  if (xpiVersion !== version) {
    const now = xpiVersion === null ? 'Firefox gets nothing from here yet.' : `Firefox still gets ${xpiVersion}.`;
    output.say(`${now} Have the package in store/ signed by Mozilla, then run this again with --signed-xpi FILE.`);
  }
  output.say(
    'Workplace knows these ids in packages that are built after this, with the --server-key of this data folder.',
  );
}
