import { askWebToken } from '../../open/ask-web-token.ts';
import { openWorkplace } from '../../open/open-workplace.ts';
import { createStartProgram } from '../../open/start-program.ts';
import { readConnections } from '../../state/provisioning.ts';
import { type Command, type CommandContext, UsageError } from '../command.ts';
import { EXIT_CODES } from '../exit-codes.ts';

export const openCommand: Command = {
  name: 'open',
  usage: '[--portal ORIGIN] [--secure-browser]',
  summary: 'Open your page: this computer, what to fix, your applications',
  explanation: [
    'What the entry in the menu of applications does. The page opens in a window of its own where Chrome, Edge or Chromium',
    'is there, else in a tab of your browser. While you are signed in on this computer you are signed in there as well;',
    'otherwise the page asks for your username and password first.',
  ],
  examples: ['workplace open', 'workplace open --secure-browser'],
  options: {
    portal: { kind: 'text', placeholder: 'ORIGIN', help: 'Of which portal, where there are several' },
    'secure-browser': { kind: 'flag', help: 'In a browser profile of its own' },
  },
  positionals: 0,
  run: async (given, context) => {
    const portal = await choosePortal(given.text('portal'), context);
    const { program, state, system, terminal } = context;
    const webToken = await askWebToken(portal, context);
    const opened = await openWorkplace(
      { portal, webToken, isSecureBrowser: given.flag('secure-browser') },
      { program, state, system, start: createStartProgram(system.environment) },
    );
    if (opened.ok) return EXIT_CODES.fine;
    terminal.complain(opened.detail);
    return EXIT_CODES.error;
  },
};

/** From the menu no one says which: the first, and the person's own come before those of the package. */
async function choosePortal(wanted: string | undefined, { state, program }: CommandContext): Promise<string> {
  const connections = await readConnections(state, program);
  if (connections.state === 'damaged') throw new Error(connections.detail);
  const origins = connections.value.portals.map(({ origin }) => origin);
  const portal = wanted === undefined ? origins[0] : origins.find((origin) => origin === wanted);
  if (portal !== undefined) return portal;
  throw new UsageError(
    wanted === undefined
      ? 'This computer is not connected with a portal yet: run `workplace install` first.'
      : `${wanted} is no portal of this computer. It is connected with ${origins.join(', ') || 'none'}.`,
  );
}
