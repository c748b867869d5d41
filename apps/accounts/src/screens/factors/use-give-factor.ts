import { giveSecondFactorCall, secondFactorPasskeyOptionsCall } from '@vestibule/contracts';
import type { Problem } from '../../adapters/outcome.ts';
import { usePorts } from '../../app/ports-context.ts';
import { useTask } from '../../app/use-task.ts';

export interface GiveFactor {
  readonly isBusy: boolean;
  readonly problem: Problem | null;
  readonly giveCode: (method: 'totp' | 'recovery-code', code: string) => void;
  readonly givePasskey: () => void;
}

/**
 * Gives a second factor, to go on signing in or as fresh proof later.
 * @param marker of the pending sign-in, if there is one
 * @param onGiven takes where the server says one goes on
 */
export function useGiveFactor(
  marker: { readonly loginMarker?: string },
  onGiven: (continueTo: string) => Problem | 'leaving' | void,
): GiveFactor {
  const { server, passkeys } = usePorts();
  const { isBusy, problem, run } = useTask();
  const done = ({ continueTo }: { readonly continueTo: string }) => onGiven(continueTo);
  return {
    isBusy,
    problem,
    giveCode(method, code) {
      void run(() => server.ask(giveSecondFactorCall, { body: { ...marker, factor: { method, code } } }), done);
    },
    givePasskey() {
      void run(async () => {
        const options = await server.ask(secondFactorPasskeyOptionsCall);
        if (!options.ok) return options;
        const given = await passkeys.give(options.body);
        if (!given.ok) return given;
        const factor = { method: 'passkey' as const, response: given.body };
        return server.ask(giveSecondFactorCall, { body: { ...marker, factor } });
      }, done);
    },
  };
}
