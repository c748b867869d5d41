import type { Outcome } from '@vestibule/contracts';
import { sayError } from '../../operations/log/describe-error.ts';
import { isRefusal, type Refusal, refuse } from '../../context/server-context.ts';
import { type ActingOnInstallation, carryOut, changesBetween } from '../audit/acting.ts';

type Restored = Outcome & { readonly path: string; readonly movedTo: string | null };

/** Writes the master key back from the memory of the server. At its own socket only: the contract says so. */
export async function restoreMasterKey(acting: ActingOnInstallation): Promise<Restored | Refusal<'not_possible'>> {
  const { masterKeyFile: file, now } = acting.installation;
  const changes = changesBetween({ 'master.key': await file.look() }, { 'master.key': 'good' });
  let movedTo: string | null = null;
  const outcome = await carryOut(
    acting,
    { action: 'master-key', target: file.path, changes, details: { step: 'restored' } },
    async () => {
      try {
        movedTo = await file.writeBack(now());
        return null;
      } catch (error) {
        const why = sayError(error);
        return refuse('not_possible', `${file.path} could not be written: ${why}. Mend that, and do this again.`);
      }
    },
  );
  return isRefusal(outcome) ? outcome : { ...outcome, path: file.path, movedTo };
}
