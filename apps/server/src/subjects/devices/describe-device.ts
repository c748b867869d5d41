import { flattenedJwsSchema, type FlattenedJws } from '@vestibule/contracts';
import * as z from 'zod';
import { createEvidenceKey } from '../../operations/storage/evidence-key.ts';
import {
  countReports,
  findKeysOf,
  findLastReport,
  findPeopleAt,
  findRefusedReports,
  findReportOf,
  findReportsBefore,
  findVerdictChanges,
  findWholeDevice,
  type WholeDevice,
} from '../../repositories/one-device.ts';
import type { StoredReport } from '../../repositories/reports.ts';
import { isRefusal, type Refusal, refuse, type ServerContext } from '../../context/server-context.ts';
import { judge, knownReport } from '../policy/judge.ts';
import { showChecks } from '../policy/verdicts/show-verdict.ts';
import { describeListed } from './list-devices.ts';

const PAGE = 50;

async function findOne({ database, company }: ServerContext, id: string): Promise<WholeDevice | Refusal<'not_found'>> {
  return (
    (await findWholeDevice(database, company.id, id)) ??
    refuse('not_found', 'There is no such computer in this company.')
  );
}

/** One computer, each check judged now by its last report. */
export async function describeWholeDevice(context: ServerContext, id: string) {
  const found = await findOne(context, id);
  if (isRefusal(found)) return found;
  const { database, policy } = context;
  const { device, owner, holder, verdict } = found;
  const [report, reports, people, keys] = await Promise.all([
    findLastReport(database, device),
    countReports(database, device),
    findPeopleAt(database, device),
    findKeysOf(database, device),
  ]);
  const judged = report === null || owner === null ? null : judge(context, device, owner, report, null).evaluation;
  return {
    ...describeListed({ ...found, login: owner?.login ?? null, displayName: owner?.displayName ?? null }),
    checks: (judged?.securityChecks ?? []).map((check) => ({
      ...check,
      since: verdict?.checks[check.checkType]?.since ?? null,
    })),
    notAsked: [...(judged?.notAsked ?? [])],
    policyVersion: policy.version,
    report: report === null ? null : describeReportOf(context, found, report),
    reports,
    owner:
      owner === null
        ? null
        : {
            id: owner.id,
            login: owner.login,
            displayName: owner.displayName,
            email: owner.email,
            groups: owner.groups,
            blockedAt: owner.disabledAt?.toISOString() ?? null,
          },
    people: people.map(({ id: personId, login, displayName, lastAt }) => ({
      id: personId,
      login,
      displayName,
      lastAt: lastAt.toISOString(),
    })),
    keys: keys.map((key) => ({
      deviceRowId: key.id,
      thumbprint: key.keyThumbprint,
      keyProtection: key.keyProtection,
      state: key.state,
      createdAt: key.createdAt.toISOString(),
      isHolder: key.keyThumbprint === holder,
    })),
  };
}

const managementSchema = z.object({
  value: z.object({ services: z.array(z.object({ name: z.string(), isEnrolled: z.boolean() })) }),
});

function describeReportOf(context: ServerContext, { device }: WholeDevice, report: StoredReport) {
  const said = knownReport(device, report, context.now());
  const { model, manufacturer, serialNumber, deviceLoginName } = said.device;
  const management = managementSchema.safeParse(said.facts['management']);
  return {
    id: report.id,
    receivedAt: report.receivedAt.toISOString(),
    sequence: report.sequence,
    model,
    manufacturer,
    serialNumber,
    deviceLoginName,
    installScope: said.client.installScope,
    management: management.success
      ? management.data.value.services.filter(({ isEnrolled }) => isEnrolled).map(({ name }) => name)
      : null,
  };
}

interface PageQuery {
  readonly limit?: string | undefined;
  readonly after?: string | undefined;
}

const refusePlace = () => refuse('request_malformed', 'query.after: is not what the page before gave.');

/** Every change of a computer’s verdict. */
export async function describeVerdictChanges(context: ServerContext, id: string, query: PageQuery) {
  const found = await findOne(context, id);
  if (isRefusal(found)) return found;
  const limit = Number(query.limit ?? PAGE);
  if (query.after !== undefined && !/^\d{1,15}$/.test(query.after)) return refusePlace();
  const before = query.after === undefined ? null : Number(query.after);
  const rows = await findVerdictChanges(context.database, found.device, { before, limit: limit + 1 });
  const shown = rows.slice(0, limit);
  return {
    changes: shown.map((change) => ({
      at: change.at.toISOString(),
      before: change.before,
      after: change.after,
      isEnforced: change.isEnforced,
      cause: change.cause,
      ...showChecks(change.checks),
      policyVersion: change.policyVersion,
      reportId: change.reportId,
    })),
    next: rows.length > limit ? String(shown.at(-1)?.id ?? '') : null,
  };
}

const clientSchema = z.object({ report: z.object({ client: z.object({ version: z.string() }) }) });

/** What a computer has reported, and what of that was refused. */
export async function describeReports(context: ServerContext, id: string, query: PageQuery) {
  const found = await findOne(context, id);
  if (isRefusal(found)) return found;
  const { database } = context;
  const limit = Number(query.limit ?? PAGE);
  const before = query.after === undefined ? null : new Date(query.after);
  if (before !== null && Number.isNaN(before.getTime())) return refusePlace();
  const page = { before, limit: limit + 1 };
  const kept = await findReportsBefore(database, found.device, page);
  const refused = await findRefusedReports(database, found.device, page);
  const all = [
    ...kept.map(({ id: reportId, receivedAt, sequence, payload }) => {
      const read = clientSchema.safeParse(payload);
      const clientVersion = read.success ? read.data.report.client.version : null;
      return { at: receivedAt, id: reportId, sequence, clientVersion, refused: null };
    }),
    ...refused.map(({ at, details: { code, reason, count: times } }) => ({
      at,
      id: null,
      sequence: null,
      clientVersion: null,
      refused: {
        code: typeof code === 'string' ? code : 'unknown',
        reason: typeof reason === 'string' ? reason : null,
        times: typeof times === 'number' ? times : 1,
      },
    })),
  ].toSorted((left, right) => right.at.getTime() - left.at.getTime());
  const shown = all.slice(0, limit);
  return {
    reports: shown.map((one) => ({ ...one, at: one.at.toISOString() })),
    next: all.length > limit ? (shown.at(-1)?.at.toISOString() ?? null) : null,
  };
}

/** One report as it came, with what verifies it. */
export async function readSignedReport(context: ServerContext, id: string, reportId: string) {
  const found = await findOne(context, id);
  if (isRefusal(found)) return found;
  const report = await findReportOf(context.database, found.device, reportId);
  if (report === null)
    return refuse('not_found', 'There is no such report of this computer. Reports are kept for 90 days.');
  const signed = await readEvidence(context, report);
  if (isRefusal(signed)) return signed;
  return {
    id: report.id,
    receivedAt: report.receivedAt.toISOString(),
    signedReport: signed,
    identityKey: found.device.identityKey,
  };
}

async function readEvidence(
  { company, evidence }: ServerContext,
  { id, signedReport, evidenceKey, receivedAt }: StoredReport,
): Promise<FlattenedJws | Refusal<'not_possible'>> {
  if (evidenceKey === null) return flattenedJwsSchema.parse(signedReport);
  const kept = await evidence.get(createEvidenceKey('reports', { companyId: company.id, id, at: receivedAt }));
  if (!kept.ok) return refuse('not_possible', `The report as it came could not be read. ${kept.message}`);
  const read: unknown = JSON.parse(kept.bytes.toString());
  return flattenedJwsSchema.parse(read);
}
