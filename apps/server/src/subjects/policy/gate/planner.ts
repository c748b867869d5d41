import type { GateStage } from '@vestibule/contracts';
import { isTokenRevoked } from '../../../repositories/admin-tokens.ts';
import { isAdministrator } from '../../../repositories/roles.ts';
import type { Acting } from '../../audit/acting.ts';
import type { ServerContext } from '../../../context/server-context.ts';

/** Who saves a plan of stages, and the token that they do it with. Null: on the server's own machine. */
export function plannerOf({ administrator, context }: Acting): GateStage['plannedBy'] {
  const { behind, tokenId = null } = administrator;
  if (behind.kind === 'person') return { companyId: behind.companyId, personId: behind.personId, tokenId };
  return tokenId === null ? null : { companyId: context.company.id, personId: null, tokenId };
}

/** Who planned a stage is an administrator still, and the token that they did it with was not taken back since. */
export async function mayPlanStill({ database, company }: ServerContext, { plannedBy }: GateStage): Promise<boolean> {
  if (plannedBy === null) return true;
  const { companyId, personId, tokenId } = plannedBy;
  if (personId !== null && !(await isAdministrator(database, { companyId, personId }))) return false;
  return tokenId === null || !(await isTokenRevoked(database, company.id, tokenId));
}
