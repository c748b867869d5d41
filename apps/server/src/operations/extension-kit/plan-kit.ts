import { planAnswering, readAnswered } from './answered.ts';
import { readBuilt } from './built.ts';
import { type Kit, makeKit } from './make-kit.ts';
import { recordPath, signingKeyPath } from './published.ts';
import { type ExtensionRecord, readRecord } from './record.ts';
import { createSigningKey, makeSigningKey, readSigningKey } from './signing-key.ts';

export interface PlannedKit {
  readonly kit: Kit;
  /** What is handed out until then. */
  readonly last: ExtensionRecord | null;
  readonly before: readonly string[];
  readonly origins: readonly string[];
}

export interface WantedKit {
  readonly dataFolder: string;
  /** The gate's own address, where browsers look for updates. */
  readonly own: string;
  /** Portals that it answers as well from now on. */
  readonly further: readonly string[];
  /** Makes the key that counts, where there is none; else one that is gone afterwards. */
  readonly isForGood: boolean;
}

/**
 * The extension as it would be made now, for the portals that it answers and some more. Writes nothing but a first key.
 * @returns a sentence where it cannot be made
 */
export async function planKit({ dataFolder, own, further, isForGood }: WantedKit): Promise<PlannedKit | string> {
  const templates = await readBuilt();
  if (templates === null) return 'The extension is not built on this server. In the folder of Vestibule: npm run build';
  const keyPath = signingKeyPath(dataFolder);
  const [known, last, before] = [
    await readSigningKey(keyPath),
    await readRecord(dataFolder),
    await readAnswered(dataFolder),
  ];
  if (known === null && last !== null) {
    return `The signing key ${keyPath} is gone, and browsers know the extension by its id. Put your copy back. If there is none, delete ${recordPath(dataFolder)}: the extension then gets another id.`;
  }
  const key = known ?? (isForGood ? await createSigningKey(keyPath) : await makeSigningKey());
  const { origins } = planAnswering(own, before, { further, without: [] });
  return { kit: makeKit({ templates, origins, key, last }), last, before, origins };
}

/** The extension as it is handed out, with its policies and its packages for stores. @returns null where none was made */
export async function readOwnKit(dataFolder: string): Promise<Kit | null> {
  const [own, ...further] = await readAnswered(dataFolder);
  if (own === undefined || (await readRecord(dataFolder)) === null) return null;
  const planned = await planKit({ dataFolder, own, further, isForGood: false });
  return typeof planned === 'string' ? null : planned.kit;
}
