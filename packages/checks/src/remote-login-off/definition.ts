import * as z from 'zod/mini';
import type { CheckDefinition } from '../definition.ts';

export const remoteLoginFactSchema = z.object({
  /** Programs that let people sign in over the network, and are there; none where nothing does. */
  services: z
    .array(
      z.object({
        name: z.string().check(z.maxLength(100)),
        isOn: z.boolean(),
        startsWithSystem: z.boolean(),
        /** A program that nothing on this list started: Workplace cannot turn it off. */
        isUnmanaged: z.optional(z.boolean()),
      }),
    )
    .check(z.maxLength(20)),
});
export type RemoteLoginFact = z.infer<typeof remoteLoginFactSchema>;

/** So many stand in the one line of what was found; all of them stand below it. */
const MOST_NAMED = 3;

export const remoteLoginOff: CheckDefinition<RemoteLoginFact, Record<string, never>> = {
  type: 'RemoteLoginOff',
  systems: ['linux', 'macos'],
  facts: 'remoteLogin',
  factSchema: remoteLoginFactSchema,
  parameters: z.object({}),
  judge({ services }) {
    const open = services.filter(({ isOn, startsWithSystem }) => isOn || startsWithSystem);
    const wanted = { key: 'wanted' };
    if (open.length === 0) {
      return {
        state: 'passed',
        message: { key: 'off' },
        description: { key: 'offWhy' },
        found: { key: 'foundOff' },
        wanted,
      };
    }
    const isOnNow = open.some(({ isOn }) => isOn);
    return {
      state: 'failed',
      message: { key: isOnNow ? 'on' : 'onLater' },
      description: { key: 'onWhy' },
      found: {
        key: isOnNow ? 'foundOn' : 'foundLater',
        values: { names: open.slice(0, MOST_NAMED).map(({ name }) => name) },
      },
      wanted,
      items: open.map(({ name, isOn }) => ({ label: { key: isOn ? 'runs' : 'starts' }, value: name })),
      ...(open.some(({ isUnmanaged }) => isUnmanaged === true) ? {} : { fix: {} }),
    };
  },
  texts: {
    scanText: 'Remote login is off',
    unknownText: 'Remote login',
    off: 'Remote login is off',
    offWhy: 'None of the programs looked for, such as SSH, lets people sign in to this computer over the network.',
    on: 'Remote login is on',
    onLater: 'Remote login turns on at the next start',
    onWhy: 'Anyone on the same network can try to sign in to this computer by what is named below.',
    wanted: 'Off, now and after a restart',
    foundOff: 'Off',
    foundOn: 'On: {names}',
    foundLater: 'Off now, on after a restart: {names}',
    runs: 'Running',
    starts: 'Starts with the system',
  },
  helpArticle: 'remote-login-off',
  fixableOn: ['linux'],
};
