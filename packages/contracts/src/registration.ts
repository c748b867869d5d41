import * as z from 'zod/mini';
import { hasNoNul } from './calls/text.ts';

/** Where an installed client finds its servers. */
export const siloDataSchema = z.object({
  id: z.string().check(z.maxLength(128), hasNoNul),
  clientDownloadBasePath: z.string().check(z.maxLength(2048), hasNoNul),
  endpoints: z.array(z.url()).check(z.maxLength(32)),
});
export type SiloData = z.infer<typeof siloDataSchema>;

/** Whom the agent of the company works for on this computer. */
export const fciUserInfoSchema = z.object({
  userId: z.string().check(z.maxLength(128), hasNoNul),
  login: z.string().check(z.maxLength(320), hasNoNul),
});
export type FciUserInfo = z.infer<typeof fciUserInfoSchema>;
