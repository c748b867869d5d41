import {
  type ADMIN_CALLS,
  NO_CLIENT,
  oidcUpstreamSettingsSchema,
  type Outcome,
  readInWords,
  samlUpstreamSettingsSchema,
} from '@vestibule/contracts';
import type * as z from 'zod/mini';
import { findUpstreams, type UpstreamRow } from '../../../repositories/upstreams.ts';
import { createUpstream } from './manage-upstreams.ts';
import { groupsClaimOf } from './groups-claim.ts';
import { judgeWhoSaysGroups } from '../../policy/exempt-groups.ts';
import { addressesOf } from './settings.ts';
import { isRefusal, type Refusal, refuse, type ServerContext } from '../../../context/server-context.ts';
import { type Acting, additions, whoIs } from '../../audit/acting.ts';
import { holdStanding } from '../../audit/standing.ts';
import { notesOnDomains } from './judge-upstream.ts';
import { warnOfNoWayInWith } from '../administrators/no-way-in.ts';
import { findStrayField } from '../../settings/plan-settings.ts';
import { versionOf } from './upstream-version.ts';

export async function listUpstreams(context: ServerContext) {
  const rows = await findUpstreams(context.database, context.company.id);
  return rows.map((row) => {
    const { id, kind, name, isEnabled, sealedSecret, settings, createdAt } = row;
    const { callback, acs, metadata } = addressesOf(context, id);
    return {
      id,
      kind,
      name,
      isEnabled,
      hasSecret: sealedSecret !== null,
      settings,
      version: versionOf(row),
      callbackUrl: callback,
      acsUrl: acs,
      metadataUrl: metadata,
      createdAt: createdAt.toISOString(),
    };
  });
}

export type UpstreamRefusal = Refusal<'request_malformed' | 'role_missing' | 'already_there'>;

export async function addUpstream(
  acting: Acting,
  wanted: z.infer<typeof ADMIN_CALLS.adminAddUpstream.body>,
): Promise<(Outcome & { upstreamId: string | null }) | UpstreamRefusal> {
  const { context, administrator, origin, isDryRun } = acting;
  const settings = readUpstreamSettings(wanted.kind, wanted.settings);
  if (isRefusal(settings)) return settings;
  const { secret, ...shown } = wanted;
  if (wanted.kind === 'oidc' && wanted.isEnabled && settings['clientId'] === NO_CLIENT) {
    return refuse('request_malformed', 'body.isEnabled: without a client id no one could sign in there.');
  }
  const refusal = groupsClaimOf(settings) === null ? null : await judgeWhoSaysGroups(acting);
  if (refusal !== null) return refusal;
  const outcome: Outcome = {
    isDryRun,
    changes: additions({ ...shown, settings, secret: typeof secret === 'string' ? '(set)' : undefined }),
    warnings: [
      ...notesOnDomains(context, settings),
      ...(await warnOfNoWayInWith(context, {
        id: '',
        kind: wanted.kind,
        name: wanted.name,
        settings,
        isEnabled: true,
      })),
    ],
  };
  if (isDryRun) return { ...outcome, upstreamId: null };
  const created = await createUpstream(context, origin, whoIs(administrator), wanted, (transaction) =>
    holdStanding(transaction, acting),
  );
  return isRefusal(created) ? created : { ...outcome, upstreamId: created.id };
}

/** @returns the settings as they are stored, or what is wrong with them */
export function readUpstreamSettings(
  kind: UpstreamRow['kind'],
  sent: Readonly<Record<string, unknown>>,
): Record<string, unknown> | Refusal<'request_malformed'> {
  const schema = kind === 'oidc' ? oidcUpstreamSettingsSchema : samlUpstreamSettingsSchema;
  const read = readInWords(schema, sent, ['body', 'settings']);
  if (!read.ok) return refuse('request_malformed', read.problems[0]);
  const stray = findStrayField(sent, read.value, 'body.settings');
  return stray === null ? read.value : refuse('request_malformed', `${stray}: nothing reads this field.`);
}
