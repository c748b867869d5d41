import type { ConfigurationFile } from '../../operations/config/configuration-file.ts';

/**
 * What another address ends. Passkeys are void from the first start at another name on: anyone who learns of it then, and has
 * nothing else, is locked out.
 */
export function notesOnMove({ from, to }: { readonly from: string | null; readonly to: string }, isDryRun: boolean) {
  const [before, after] = [from === null ? null : new URL(from).hostname, new URL(to).hostname];
  return [
    isDryRun
      ? 'Work applications know the gate by its address: each would need its metadata again.'
      : 'Work applications know the gate by its address: give them its metadata again.',
    isDryRun
      ? 'The browser extension and the packages of Workplace answer the address they were made for alone: they would have to be made again and handed out: vestibule extension --help'
      : 'The browser extension and the packages of Workplace answer the address they were made for alone: make them again and hand them out: vestibule extension --help',
    ...(before === after ? [] : [isDryRun ? wouldEndPasskeys(before, after) : ENDED_PASSKEYS]),
  ];
}

const ENDED_PASSKEYS =
  'Passkeys belong to the name they were made at, so those that people have here open nothing any more: invite these people again, yourself first: vestibule person invite LOGIN';

function wouldEndPasskeys(before: string | null, after: string): string {
  const made = before === null ? 'those that people have here' : `those made at ${before}`;
  return `Passkeys belong to the name they were made at: ${made} would open nothing at ${after}, and these people would have to be invited again, yourself first: vestibule person invite LOGIN`;
}

const PLACE = ['listen', 'tls', 'acme', 'trustedProxies'] as const;

/**
 * What of the file goes, or becomes another, though no option names it: who speaks https decides where the server listens.
 * @param listens where it does, before (null: unknown) and after
 */
export function notesOnPlace(
  before: ConfigurationFile | null,
  after: ConfigurationFile,
  {
    listens,
    isDryRun,
    isListenSaid,
  }: {
    readonly listens: { readonly before: string | null; readonly after: string };
    readonly isDryRun: boolean;
    readonly isListenSaid: boolean;
  },
): string[] {
  if (before === null) return [];
  const gone = PLACE.filter((name) => before[name] !== undefined && after[name] === undefined);
  const isElsewhere = !isListenSaid && listens.before !== null && listens.before !== listens.after;
  const itListens = isDryRun ? 'The server would listen' : 'From its next start the server listens';
  return [
    ...(gone.length === 0
      ? []
      : [
          `vestibule.json ${isDryRun ? 'would no longer have' : 'no longer has'} ${gone.map((name) => textOf(name, before)).join(' and ')}.`,
        ]),
    ...(isElsewhere ? [`${itListens} at ${listens.after}, and no longer at ${listens.before}.`] : []),
  ];
}

function textOf(name: (typeof PLACE)[number], { listen, tls, acme, trustedProxies }: ConfigurationFile): string {
  switch (name) {
    case 'listen':
      return `listen (${listen?.host}:${listen?.port})`;
    case 'tls':
      return `tls (${tls?.certificate}, ${tls?.key})`;
    case 'acme':
      return `acme (${acme?.contact})`;
    case 'trustedProxies':
      return `trustedProxies (${trustedProxies?.join(', ')})`;
  }
}

/** Who of the trial has no way in any more. */
export function notesOnTrial(left: readonly string[], isDryRun: boolean): string[] {
  if (left.length === 0) return [];
  const could = isDryRun ? 'could not sign in any more' : 'cannot sign in any more';
  const forget = isDryRun ? 'To forget them afterwards' : 'To forget them';
  return [`People of the trial ${could}: ${left.join(', ')}. ${forget}: vestibule person erase LOGIN`];
}
