/** Which extension started this process, by the browser's own word. */
export type Caller =
  | { readonly kind: 'extension'; readonly extensionId: string }
  /** Started by a person: the command line. */
  | { readonly kind: 'person' };

/**
 * Reads the arguments with which browsers start a native-messaging host: Chromium gives the extension's origin (and on
 * Windows a window handle), Firefox the path of the manifest and the add-on's id.
 */
export function readCaller(programArguments: readonly string[]): Caller {
  const chromium = programArguments
    .map((argument) => /^chrome-extension:\/\/([a-p]{32})\/$/.exec(argument)?.[1])
    .find((extensionId) => extensionId !== undefined);
  if (chromium !== undefined) return { kind: 'extension', extensionId: chromium };
  const [manifest = '', addOn = ''] = programArguments.slice(-2);
  const isFirefox = manifest.endsWith('.json') && /^(?:[^\s@]*@[^\s@]+|\{[0-9a-fA-F-]{36}\})$/.test(addOn);
  return isFirefox ? { kind: 'extension', extensionId: addOn } : { kind: 'person' };
}
