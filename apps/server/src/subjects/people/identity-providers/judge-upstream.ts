import { NO_CLIENT, oidcUpstreamSettingsSchema } from '@vestibule/contracts';
import type { UpstreamRow } from '../../../repositories/upstreams.ts';
import { HOW_TO_OPEN, isInside } from '../../../operations/outgoing/find-place.ts';
import { HOW_TO_TRUST, isDistrust } from '../../../operations/tls/distrust.ts';
import { describeOidcError } from './failure.ts';
import { discover } from './oidc.ts';
import { PUBLIC_DOMAINS } from '../../settings/public-domains.ts';
import type { ServerContext } from '../../../context/server-context.ts';

/** An identity provider as it would be. */
interface Wanted {
  readonly kind: UpstreamRow['kind'];
  readonly name: string;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly hasSecret: boolean;
}

/**
 * Why the button of an identity provider would lead nowhere: something of it is not set yet, or nothing answers at its
 * issuer. @returns null: it can be tried, and shown to people
 */
export async function whyUpstreamIsDead(context: ServerContext, wanted: Wanted): Promise<string | null> {
  if (wanted.kind === 'saml') return null;
  const missing = whatIsMissing(wanted);
  if (missing !== null) return missing;
  const settings = oidcUpstreamSettingsSchema.parse(wanted.settings);
  try {
    await discover(context, settings);
    return null;
  } catch (error) {
    const { reason } = describeOidcError(error);
    if (isDistrust(error)) {
      return `The certificate of the issuer ${settings.issuer} is of an authority that is not known here. ${HOW_TO_TRUST}`;
    }
    if (isInside(error)) return `The issuer ${settings.issuer} is not asked: ${reason}. ${HOW_TO_OPEN}`;
    return `Nothing that can sign people in answers at the issuer ${settings.issuer} (${reason}). Look whether it is written as the identity provider has it, and whether this server reaches it.`;
  }
}

/** What the other side gives before anybody can sign in there. @returns null: all of it is here */
function whatIsMissing({ name, settings, hasSecret }: Wanted): string | null {
  const { clientId, clientAuthentication } = oidcUpstreamSettingsSchema.parse(settings);
  const what = [
    ...(clientId === NO_CLIENT ? ['client id'] : []),
    ...(clientAuthentication !== 'none' && !hasSecret ? ['secret'] : []),
  ];
  return what.length === 0
    ? null
    : `${name} has no ${what.join(' and no ')} yet: no one could sign in there. Give what the other side gave you: vestibule connect --help`;
}

/** What to say of domains from which people are added: anyone who has an address of one of them comes in. */
export function notesOnDomains(
  { company }: Pick<ServerContext, 'company'>,
  { createsPeople, allowedDomains }: Readonly<Record<string, unknown>>,
): string[] {
  if (createsPeople !== true || !Array.isArray(allowedDomains)) return [];
  const domains = allowedDomains.filter((domain): domain is string => typeof domain === 'string');
  const own = company.topLevelDomain.toLowerCase();
  return domains.flatMap((domain) => {
    if (PUBLIC_DOMAINS.includes(domain)) {
      return [`Anybody can get an address at ${domain}: anyone who has one is added, and may sign in.`];
    }
    return domain === own || domain.endsWith(`.${own}`)
      ? []
      : [`${domain} is not the company's domain (${own}): anyone who has an address there is added, and may sign in.`];
  });
}
