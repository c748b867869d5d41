import type { ServerContext } from '../../../context/server-context.ts';
import type { UpstreamIdentity } from './intent.ts';
import type { Upstream } from './settings.ts';

const NEVER = new Date(0);

/**
 * When the person proved who they are: when they signed in there, which may be days ago. A provider that does not say when,
 * or names a moment that is still to come, proves nothing new.
 */
export function provenAt({ now }: ServerContext, { settings }: Upstream, { signedInAt }: UpstreamIdentity): Date {
  if (signedInAt === null) return NEVER;
  const said = new Date(signedInAt);
  const ahead = said.getTime() - now().getTime();
  if (ahead > settings.clockSkewMs) return NEVER;
  return ahead > 0 ? now() : said;
}
