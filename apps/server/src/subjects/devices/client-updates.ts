import { personConfigurationSchema, PRODUCT_VERSION, type UpdateChannel } from '@vestibule/contracts';
import { compareVersions } from '@vestibule/policy';
import { readOfferedUpdate } from '../../operations/downloads/client-updates.ts';
import type { Person } from '../../repositories/people.ts';
import type { ServerContext } from '../../context/server-context.ts';

/** The channel of a person's clients; a special one counts only for people it was opened to. */
export function updateChannelOf(person: Person): UpdateChannel {
  const { updateChannel, specialUpdateChannelsEnabled } = personConfigurationSchema.parse(person.settings);
  return specialUpdateChannelsEnabled ? updateChannel : 'stable';
}

/** Whether there is nothing newer for this person's computer. What is offered to everyone is offered early as well. */
export async function isUpToDate({ config }: ServerContext, person: Person, version: string): Promise<boolean> {
  const channels: readonly UpdateChannel[] = updateChannelOf(person) === 'early' ? ['early', 'stable'] : ['stable'];
  const offered = await Promise.all(channels.map((channel) => readOfferedUpdate(config.downloadsFolder, channel)));
  const known = offered.flatMap((one) => (one === null ? [] : [one.version]));
  // Where no update is offered, the client that comes with this server is the newest one.
  const newest = known.length === 0 ? [PRODUCT_VERSION] : known;
  return newest.every((one) => compareVersions(version, one) >= 0);
}
