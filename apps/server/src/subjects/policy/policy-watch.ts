import { stat } from 'node:fs/promises';
import type { FastifyBaseLogger } from 'fastify';
import { findCompanies } from '../../repositories/companies.ts';
import { whyFileIsSurprising } from './impact/policy-impact.ts';
import { audit } from '../audit/audit.ts';
import { importPolicyFile, PolicyFileError, policyFileOf, SurprisingPolicyError } from './policies.ts';
import type { Installation } from '../../context/server-context.ts';

const LOOK_EVERY_MS = 1000;

/**
 * Takes over every company's policy file, and again whenever one is saved. A file that cannot be used is reported with
 * line and column and changes nothing.
 * @returns ends the watching
 * @throws PolicyFileError when at the first look the file of the server's own configuration cannot be used and no policy
 * of that company is there to go on with: one company's mistake never keeps the others out
 */
export async function watchPolicyFiles(installation: Installation, logger: FastifyBaseLogger): Promise<() => void> {
  const seen = new Map<string, string>();
  const changing = new Map<string, string>();
  const look = async (isFirstLook: boolean): Promise<void> => {
    const found = await findCompanies(installation.database);
    for (const [index, { company }] of found.entries()) {
      const file = policyFileOf(installation.config, company, index === 0);
      const mark = await markOf(file);
      if (mark === null || seen.get(file) === mark) continue;
      // Half a policy often is one that can be read: a file is taken when it has stayed as it is from one look to the next.
      if (!isFirstLook && changing.get(file) !== mark) {
        changing.set(file, mark);
        continue;
      }
      seen.set(file, mark);
      await take(installation, logger, company.id, file, isFirstLook && index === 0);
    }
  };
  await look(true);
  let isLooking = false;
  const timer = setInterval(() => {
    if (isLooking) return;
    isLooking = true;
    void look(false)
      .catch((err: unknown) => logger.error({ err }, 'the policy files could not be looked at'))
      .finally(() => {
        isLooking = false;
      });
  }, LOOK_EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}

async function markOf(file: string): Promise<string | null> {
  const found = await stat(file).catch(() => null);
  return found === null ? null : `${found.mtimeMs} ${found.size}`;
}

async function take(
  installation: Installation,
  logger: FastifyBaseLogger,
  companyId: string,
  file: string,
  isNeededToStart: boolean,
): Promise<void> {
  const before = await installation.companies.byId(companyId);
  const origin = { address: 'policy file', correlationId: file };
  const entry = { action: 'policy', actor: { id: null, login: file }, target: before?.company.name ?? null } as const;
  try {
    const outcome = await importPolicyFile(
      installation.database,
      companyId,
      file,
      installation.now(),
      async (loaded) => (before === null ? null : whyFileIsSurprising(before, loaded, file)),
    );
    if (outcome !== 'changed') return;
    await installation.events.publish({ companyId, personId: null, subject: 'policy' });
    installation.companies.forget();
    const after = await installation.companies.byId(companyId);
    if (after === null) return;
    const details = { from: before?.policy.version, to: after.policy.version };
    await audit(after, origin, { ...entry, outcome: 'done', details });
  } catch (error) {
    if (!(error instanceof PolicyFileError)) throw error;
    if (isNeededToStart && before?.policy.source === 'built-in' && !(error instanceof SurprisingPolicyError))
      throw error;
    logger.error({ file, policy: before?.policy.source }, error.message);
    if (before === null) return;
    const [problem] = error.problems;
    await audit(before, origin, { ...entry, outcome: 'refused', details: { holds: before.policy.version, problem } });
  }
}
