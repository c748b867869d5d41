import { passkeyRegistrationOptionsCall, registerPasskeyCall } from '@vestibule/contracts';
import type { Problem } from '../../adapters/outcome.ts';
import { usePorts } from '../../app/ports-context.ts';
import { useTask } from '../../app/use-task.ts';
import type { Enrolled } from './enrolled.ts';

export interface RegisterPasskey {
  readonly isBusy: boolean;
  readonly problem: Problem | null;
  readonly register: (name: string) => void;
}

/**
 * Sets up a passkey.
 * @param marker of the pending sign-in, if there is one
 */
export function useRegisterPasskey(
  marker: { readonly loginMarker?: string },
  onEnrolled: (enrolled: Enrolled) => Problem | 'leaving' | void,
): RegisterPasskey {
  const { server, passkeys } = usePorts();
  const { isBusy, problem, run } = useTask();
  return {
    isBusy,
    problem,
    register(name) {
      void run(async () => {
        const options = await server.ask(passkeyRegistrationOptionsCall);
        if (!options.ok) return options;
        const made = await passkeys.create(options.body);
        if (!made.ok) return made;
        return server.ask(registerPasskeyCall, { body: { name, response: made.body, ...marker } });
      }, onEnrolled);
    },
  };
}
