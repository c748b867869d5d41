import * as z from 'zod/mini';
import { isOneLine, isVisible } from '../one-line.ts';

/** Every admin call begins so. */
export const ADMIN_PREFIX = '/api/admin/v1';

/** Names of companies: they stand in addresses of files and on command lines. */
export const companyNameSchema = z
  .string()
  .check(
    z.regex(/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/, 'is no name of a company: small letters, digits and hyphens'),
  );

/** A line that an administrator types: no control characters, no blanks around it. */
export const adminText = (maximum: number) =>
  z.string().check(z.trim(), z.minLength(1), z.maxLength(maximum), isOneLine, isVisible);

/** What an administrator searches for. */
export const searchText = z.string().check(z.trim(), z.minLength(1), z.maxLength(120), isOneLine);

/** A yes or no in a query. */
export const queryFlag = z.enum(['true', 'false']);

/** A page of a list: at most so many, behind the place that the page before named. */
export const pageQuery = {
  limit: z.optional(z.string().check(z.regex(/^(?:[1-9]\d?|1\d\d|200)$/, 'must be a number from 1 to 200'))),
  after: z.optional(z.string().check(z.minLength(1), z.maxLength(255), isOneLine)),
};
export const PAGE_STANDARD = 50;

/**
 * Query of every admin call. The company is that of the address; only who runs all companies of a provider, or sits at
 * the server, names another one. Keys that nothing reads are refused: a misspelt `dryRun` must not do the thing.
 */
export const adminQuerySchema = z.strictObject({ company: z.optional(companyNameSchema) });

/** Query of every admin call that changes something. With `dryRun=true` it says what would change, and changes nothing. */
export const adminChangeQuerySchema = z.strictObject({
  company: z.optional(companyNameSchema),
  dryRun: z.optional(queryFlag),
});

/** Of what may leave no one who is administrator and can sign in: without the flag, that is refused. */
export const adminLeavingQuerySchema = z.extend(adminChangeQuerySchema, {
  acceptsNoAdministrator: z.optional(queryFlag),
});

/** One value that was changed, or would be. Secrets are never in it. */
export const changeSchema = z.object({ field: z.string(), from: z.unknown(), to: z.unknown() });
export type Change = z.infer<typeof changeSchema>;

/** What a change came to. No changes: it was so already. */
export const outcomeSchema = z.object({
  isDryRun: z.boolean(),
  changes: z.array(changeSchema),
  /** Sentences for the administrator: what else to know or to do. */
  warnings: z.array(z.string()),
});
export type Outcome = z.infer<typeof outcomeSchema>;

/** Something wrong in a text that was sent in. Lines and columns count from 1. */
export const textProblemSchema = z.object({ line: z.int(), column: z.int(), message: z.string() });

export const ADMIN_REFUSALS = {
  request_malformed: 400,
  not_signed_in: 401,
  account_disabled: 403,
  second_factor_missing: 403,
  role_missing: 403,
  company_unknown: 404,
  too_many_attempts: 429,
} as const;

export const ADMIN_CHANGE_REFUSALS = { ...ADMIN_REFUSALS, xsrf_token_wrong: 403 } as const;

/** Of calls that a session makes with a proof of the last minutes only: give a second factor again, or sign in again. */
export const ADMIN_PROVEN_REFUSALS = { ...ADMIN_CHANGE_REFUSALS, proof_too_old: 403 } as const;
