import { applicationConfigurationSchema } from '@vestibule/contracts';
import { judgeCompatibility, readVisitor, type Visitor } from '@vestibule/policy';
import type { findNewestVisit } from '../../repositories/support-cases.ts';
import type { WebSession } from '../../repositories/people.ts';
import { isSecondStep } from '../../protocols/entra/record.ts';
import { isDeviceTheFactor } from '../settings/factor-rule.ts';
import { mayGoOnByUpstream } from '../sign-in/issue/may-issue.ts';
import { describeSupportedVersions } from '../settings/supported-versions.ts';
import type { ServerContext } from '../../context/server-context.ts';
import { describeUnsupported, whyNotByUpstream } from '../people/identity-providers/unsupported-system.ts';

type Visit = NonNullable<Awaited<ReturnType<typeof findNewestVisit>>>;

interface Unsupported {
  readonly what: 'mobile' | 'system' | 'browser';
  /** What support says on the phone. */
  readonly says: string;
}

/**
 * Whether a caller sits before something that cannot be checked, by what its browser called itself when they signed in. That
 * decides no more than what support is told.
 */
export async function describeUnsupportedCaller(
  context: ServerContext,
  session: WebSession,
  visit: Visit | null,
): Promise<Unsupported | null> {
  if (session.userAgent === '') return null;
  const visitor = readVisitor({ userAgent: session.userAgent, touchPoints: 0, hints: null });
  if (visitor.system === 'mobile') {
    const end = visit === null ? 'They use a computer.' : await sayWayOfPhones(context, session, visit);
    return { what: 'mobile', says: `By its browser this is a phone or tablet, which cannot be checked. ${end}` };
  }
  const { isSystemSupported, isBrowserSupported } = judgeCompatibility(visitor, {
    supportedVersions: describeSupportedVersions(context),
    mode: visit?.pending.mode ?? 'frontline',
    sessionType: context.configuration.sessionType,
  });
  if (!isSystemSupported) return { what: 'system', says: saySystem(visitor) };
  return isBrowserSupported ? null : { what: 'browser', says: sayBrowser(visitor) };
}

function saySystem({ system }: Visitor): string {
  return system === 'other'
    ? 'Its browser names no system that Workplace reads. They use a computer with Windows, macOS or Linux.'
    : 'By its browser this system, or this version of it, is not supported here (supportedVersions of the company). They use another computer.';
}

function sayBrowser({ browser, browserVersion }: Visitor): string {
  return `${browser} ${browserVersion} is not supported here (supportedVersions of the company). They use a newer one, or another browser.`;
}

/** What the application does with phones, and what to do about it. */
async function sayWayOfPhones(context: ServerContext, session: WebSession, visit: Visit): Promise<string> {
  const { pending, application } = visit;
  const { name } = application;
  if (isSecondStep(application) || isDeviceTheFactor(context, application, pending)) {
    return `The computer is the second factor for ${name}, so that no phone gets in. They use a computer.`;
  }
  const isVouched = await mayGoOnByUpstream(context, { session }, visit);
  const { mobileUrl, provider, answer } = await describeUnsupported(context, session, visit, isVouched);
  // As it is set: what is offered leaves out a way that leads nowhere.
  const { unsupportedSystems: way } = applicationConfigurationSchema.parse(application.settings);
  const set = `unsupportedSystems of ${name} is ${way}`;
  const orSet = (wanted: string) =>
    `They use a computer, or: vestibule application settings set ${asWord(name)} unsupportedSystems=${wanted}`;
  switch (way) {
    case 'block':
      return `It stops here: ${set}. ${orSet('upstream-claim')}`;
    case 'mobile-page':
      return mobileUrl === null
        ? `It stops here: ${set}, and the company has no such page (deviceComplianceCheckMobileUrl). ${orSet('upstream-claim')}`
        : `It goes on at ${mobileUrl}: ${set}. The button on their page leads there.`;
    case 'upstream-claim':
      if (provider === null) {
        return `It stops here: ${set}, and no identity provider is asked to vouch for phones (its setting compliance). They use a computer.`;
      }
      if (pending.mode !== 'frontline') {
        return `It stops here: ${set}, which is for the mode frontline, and this is ${pending.mode}. They use a computer.`;
      }
      if (answer === 'vouched') return `${provider.name} vouches for this one: ${set}. They open ${name} again.`;
      if (answer === 'refused') {
        const why = await whyNotByUpstream(context, context.database, session, visit);
        return why === null
          ? `The identity provider vouches for this one, but something else stops it: open ${name} again, and look at the entries below.`
          : `It stops here: ${set}. ${why.message} They use a computer, or have this one enrolled there.`;
      }
      return `${provider.name} was not asked about this one yet: ${set}. The button on their page asks.`;
    default:
      return way satisfies never;
  }
}

function asWord(name: string): string {
  return /^[\w.-]+$/.test(name) ? name : `"${name}"`;
}
