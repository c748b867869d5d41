import { isPlain } from '@vestibule/contracts';
import * as z from 'zod';
import { oneLine } from '../../../operations/log/one-line.ts';

const atMost = (characters: number) => z.string().min(1).max(characters).nullable().catch(null);

/** What an identity provider says of a person, as far as it can be kept: what is longer is as if it had not come, and so is a login that looks like another one. */
export const SAID = {
  login: z.string().min(1).max(255).check(isPlain).nullable().catch(null),
  email: atMost(320),
  displayName: z.string().transform(oneLine).pipe(z.string().min(1).max(255)).nullable().catch(null),
  userType: atMost(255),
  level: atMost(1024),
  groups: z.array(z.string().max(1024)).max(2000).nullable().catch(null),
} as const;

/** Names of claims and attributes, for who tries the provider. */
export function saidNames(said: object): string[] {
  return Object.keys(said)
    .filter((name) => name.length <= 255)
    .slice(0, 200);
}
