import { isDeepStrictEqual } from 'node:util';
import {
  BLANKED_SECRET,
  type CompanyConfiguration,
  companyConfigurationSchema,
  type ErrorCode,
  type Outcome,
} from '@vestibule/contracts';
import type { Database } from '../../database/database.ts';
import { changeSettings } from '../../repositories/admin-companies.ts';
import { isRefusal, type Refusal, refuse, type ServerContext } from '../../context/server-context.ts';
import { accentNote } from '../audit/accent-note.ts';
import { type Acting, carryOut, changesBetween } from '../audit/acting.ts';
import { whyCountAnew } from '../policy/impact/counted-by.ts';
import { guardLastAdministrator } from '../people/administrators/last-administrator.ts';
import { decides, measureSettings } from './measure-settings.ts';
import { type Accepted, answerToStopped } from '../policy/impact/newly-stopped.ts';
import { notesOnSettings, whyLocalSignInStays } from './notes-on-settings.ts';
import { sanitizeHtml } from './sanitize-html.ts';
import { withFeature } from '../settings/features.ts';
import { planSettings, type SettingsChange, type StoredSettings } from '../settings/plan-settings.ts';
import { noteOnFlag } from '../settings/unknown-flag.ts';

/** The settings of a company as they hold, and what of them was set. */
export function describeCompanySettings({ company, configuration }: ServerContext) {
  return {
    settings: blankSecrets(configuration),
    explicit: Object.keys(company.settings).filter((name) => Object.hasOwn(configuration, name)),
  };
}

/** Sets settings of a company. The texts in them that are HTML are reduced to what pages may show. */
export async function setCompanySettings(
  acting: Acting,
  { acceptBlocking, ...change }: SettingsChange & Accepted,
  acceptsNoAdministrator: boolean,
): Promise<Outcome | Refusal<'request_malformed' | 'too_many_blocked' | 'not_possible'>> {
  if ('gate' in change.set || change.reset.includes('gate')) {
    return refuse(
      'request_malformed',
      'The gate is opened and closed by `vestibule gate`, which says first what it does.',
    );
  }
  if ('stages' in change.set || change.reset.includes('stages')) {
    return refuse(
      'request_malformed',
      'The stages are planned by `vestibule gate stage`, which says whom each is for.',
    );
  }
  const measure = async (before: CompanyConfiguration, after: CompanyConfiguration) => {
    const stopped = await measureSettings(acting.context, before, after);
    const { isLocalSignInEnabled } = after;
    const isLocalEnding = before.isLocalSignInEnabled && !isLocalSignInEnabled;
    const last = await guardLastAdministrator(
      acting,
      (now) => (isLocalEnding ? { ...now, isLocalSignInEnabled } : now),
      acceptsNoAdministrator,
    );
    const { refusal, notes } = answerToStopped(acting, stopped, acceptBlocking);
    const check = async (transaction: Database) =>
      (decides(before, after) ? await whyCountAnew(transaction, acting.context) : null) ??
      (await last.check(transaction)) ??
      (isLocalEnding ? whyLocalSignInStays(transaction, acting.context, acceptBlocking) : null);
    const impact = await notesOnSettings(acting.context, before, after, acceptBlocking);
    return { refusal, notes: [...impact, ...last.warnings, ...notes], check };
  };
  return changeCompanySettings<'too_many_blocked' | 'not_possible'>(acting, () => change, measure);
}

/** Switches a feature flag of the company, or takes it out. */
export async function setCompanyFeature(
  acting: Acting,
  key: string,
  isActive: boolean | null,
): Promise<Outcome | Refusal<'request_malformed'>> {
  return changeCompanySettings(
    acting,
    ({ features }) => ({ set: { features: withFeature(features, key, isActive) }, reset: [] }),
    // A flag stops no one.
    async () => ({ refusal: null, notes: noteOnFlag(key, isActive), check: async () => null }),
  );
}

/** @param wanted what to change; asked again of the settings as they stand once the company is locked */
async function changeCompanySettings<Code extends ErrorCode = never>(
  acting: Acting,
  wanted: (configuration: CompanyConfiguration) => SettingsChange,
  measure: (
    before: CompanyConfiguration,
    after: CompanyConfiguration,
  ) => Promise<{
    readonly refusal: Refusal<Code> | null;
    readonly notes: readonly string[];
    readonly check: (transaction: Database) => Promise<Refusal<Code> | null>;
  }>,
): Promise<Outcome | Refusal<'request_malformed' | Code>> {
  const { company } = acting.context;
  const planned = plan(company.settings, wanted);
  if (isRefusal(planned)) return planned;
  const { before, after, touched, warnings } = planned;
  const guarded = whyGuarded(acting, planned);
  if (guarded !== null) return guarded;
  const measured = await measure(before, after);
  if (measured.refusal !== null) return measured.refusal;
  const note = touched.includes('accentColor') && after.accentColor !== null ? accentNote(after.accentColor) : null;
  return carryOut<'request_malformed' | Code>(
    acting,
    {
      action: 'company-settings',
      target: company.name,
      changes: changesBetween(pick(blankSecrets(before), touched), pick(changedSecrets(before, after), touched)),
      warnings: [...warnings, ...measured.notes, ...(note === null ? [] : [note])],
    },
    async (transaction) => {
      const unfit = await measured.check(transaction);
      if (unfit !== null) return unfit;
      let refusal: Refusal<'request_malformed'> | null = null;
      await changeSettings(transaction, company.id, (stored) => {
        const again = plan(stored, wanted);
        refusal = isRefusal(again) ? again : whyGuarded(acting, again);
        return isRefusal(again) || refusal !== null ? null : { ...again.stored };
      });
      return refusal;
    },
  );
}

/** One administrator or token alone does not loosen what takes two of them. */
function whyGuarded(
  { administrator }: Acting,
  { before, after }: { readonly before: CompanyConfiguration; readonly after: CompanyConfiguration },
): Refusal<'request_malformed'> | null {
  const isGuarded = before.temporaryAccess.secondApprover !== 'off';
  const isChanged = !isDeepStrictEqual(before.temporaryAccess, after.temporaryAccess);
  return isGuarded && isChanged && administrator.reach !== 'installation'
    ? refuse(
        'request_malformed',
        'While temporary access needs a second approver, its rules are changed at the server alone, by its own command line.',
      )
    : null;
}

function plan(stored: StoredSettings, wanted: (configuration: CompanyConfiguration) => SettingsChange) {
  const configuration = companyConfigurationSchema.parse(stored);
  const change = wanted(configuration);
  const { productName } = change.set;
  if (typeof productName === 'string' && productName.trim() === '') {
    return refuse(
      'request_malformed',
      'body.set.productName: a name has letters in it; reset it to have Workplace again.',
    );
  }
  const warnings: string[] = [];
  const set = keepSecret(configuration, sanitizeTexts(change.set, warnings));
  const planned = planSettings(companyConfigurationSchema, stored, { ...change, set });
  return isRefusal(planned) ? planned : { ...planned, warnings };
}

/** Neither answers nor audit entries hold the secret of the live chat. */
function blankSecrets(configuration: CompanyConfiguration): Record<string, unknown> {
  const { liveChat } = configuration;
  return { ...configuration, liveChat: liveChat === null ? null : { ...liveChat, secret: BLANKED_SECRET } };
}

/** Settings that were read, changed and sent back have the blank in them: the secret stays as it is. */
function keepSecret({ liveChat }: CompanyConfiguration, set: SettingsChange['set']): SettingsChange['set'] {
  const sent = set['liveChat'];
  const isBlank = typeof sent === 'object' && sent !== null && 'secret' in sent && sent.secret === BLANKED_SECRET;
  return isBlank && liveChat !== null ? { ...set, liveChat: { ...sent, secret: liveChat.secret } } : set;
}

/** A secret that was changed is seen to be, without being seen. */
function changedSecrets(before: CompanyConfiguration, after: CompanyConfiguration): Record<string, unknown> {
  const isNew = after.liveChat !== null && after.liveChat.secret !== before.liveChat?.secret;
  const blanked = blankSecrets(after);
  return isNew ? { ...blanked, liveChat: { ...after.liveChat, secret: `${BLANKED_SECRET} anew` } } : blanked;
}

function pick(values: Readonly<Record<string, unknown>>, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, values[name] ?? null]));
}

/** Only texts are touched: whatever else was sent is for the schema to refuse. */
function sanitizeTexts(set: SettingsChange['set'], warnings: string[]): Record<string, unknown> {
  const sanitize = (name: string, value: unknown): unknown => {
    if (typeof value !== 'string') return value;
    const { html, removed } = sanitizeHtml(value);
    warnings.push(...removed.map((what) => `${name}, ${what}`));
    return html;
  };
  const { eula, disclaimer } = set;
  const isGroup = typeof disclaimer === 'object' && disclaimer !== null && !Array.isArray(disclaimer);
  return {
    ...set,
    ...(eula === undefined ? {} : { eula: sanitize('eula', eula) }),
    ...(isGroup
      ? {
          disclaimer: Object.fromEntries(
            Object.entries(disclaimer).map(([name, value]) => [name, sanitize(`disclaimer.${name}`, value)]),
          ),
        }
      : {}),
  };
}
