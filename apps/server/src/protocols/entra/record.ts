import { isProtectedAddress } from '@vestibule/contracts';
import * as z from 'zod';
import type { Application } from '../../repositories/companies.ts';

/** Where the answer is posted to, exactly: https, but for this very computer. */
const redirectUri = z
  .url({ protocol: /^https?$/, hostname: /^.+$/ })
  .max(2048)
  .refine(isProtectedAddress, 'must be https');

/** Vestibule as an external authentication method of Entra ID, as it is stored. */
export const secondStepRecordSchema = z.object({
  /** The tenant: its issuer, the application registered there, and who may be added. */
  upstreamId: z.uuid(),
  redirectUris: z.array(redirectUri).min(1).max(8),
});
export type SecondStepRecord = z.output<typeof secondStepRecordSchema>;

const namesPersonSchema = z.object({ namesPerson: z.literal(true) });

/** Whether an application asks for the device check as the second step of its own sign-in, and for nothing else. */
export function isSecondStep({
  protocol,
  serviceProvider,
}: Pick<Application, 'protocol' | 'serviceProvider'>): boolean {
  return protocol === 'second-step' || (protocol === 'saml' && namesPersonSchema.safeParse(serviceProvider).success);
}
