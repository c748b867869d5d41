import { claimAccount } from '../../agent/claim-account.ts';
import { RUN_INSTALL } from '../../install/advice.ts';
import { install } from '../../install/install.ts';
import { installAgent } from '../../install/install-agent.ts';
import { type Account, readAccounts } from '../../state/accounts.ts';
import type { CommandContext, Given } from '../command.ts';
import { EXIT_CODES } from '../exit-codes.ts';

/** Takes the account of a device token. @returns null when it was not given; why was said */
export async function takeAccount(
  token: string,
  given: Given,
  context: CommandContext,
): Promise<(Account & { readonly portal: string }) | null> {
  const { complain } = context.terminal;
  const web = await context.web();
  const claimed = await claimAccount(token, given.text('portal'), context, web);
  web.close();
  if (claimed.ok) {
    await admitExtensions(claimed.newExtensionIds, given, context);
    return { portal: claimed.origin, ...claimed.account };
  }
  complain(claimed.detail);
  switch (claimed.code) {
    case 'portal-missing':
      complain(RUN_INSTALL);
      break;
    case 'refused':
      complain('Open the download page again: it gives a fresh token.');
      break;
    case 'unreachable':
      complain('See that this computer is online, then type the command again: the token is still good.');
      break;
    case 'not-understood':
      break;
    default:
      claimed.code satisfies never;
  }
  return null;
}

/** A portal may have got an extension of its own after the package was built: browsers are told, and the account stays good. */
async function admitExtensions(extensionIds: readonly string[], given: Given, context: CommandContext): Promise<void> {
  if (extensionIds.length === 0) return;
  const { print, complain } = context.terminal;
  const browserProfile = given.text('browser-profile');
  const result = await install({ portal: null, extensionIds, browserProfile }, context);
  if (result.ok) print(`Browsers may reach Workplace by the extension ${extensionIds.join(' or ')} now.`);
  else complain(result.detail);
}

/** Makes this computer report by itself, with the account of a token where there is one. @returns the exit code */
export async function setUpAgent(given: Given, context: CommandContext): Promise<number> {
  const { print, complain } = context.terminal;
  const token = given.text('token');
  if (token !== undefined) {
    const taken = await takeAccount(token, given, context);
    if (taken === null) return EXIT_CODES.error;
    print(`This computer has an account of ${taken.companyName} at ${taken.portal}.`);
  }
  const accounts = await readAccounts(context.state);
  if (accounts.state === 'damaged' || Object.keys(accounts.value).length === 0) {
    complain('This computer has no account to report with. Take one first: workplace account --help');
    return EXIT_CODES.error;
  }
  const installed = await installAgent(context);
  if (installed.state === 'started') {
    print(`It reports by itself now, and whenever you log in (${installed.service.name}).`);
    return EXIT_CODES.fine;
  }
  complain(`${installed.service.name} could not be started: ${installed.detail}`);
  complain('It starts at your next login. Until then: workplace report, or leave `workplace agent` running.');
  return EXIT_CODES.attention;
}
