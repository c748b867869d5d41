import {
  adminAuditCall,
  adminExemptionsCall,
  adminPeopleCall,
  adminPolicyCall,
  adminPolicyVersionsCall,
  adminStatusCall,
  type Call,
} from '@vestibule/contracts';
import * as z from 'zod/mini';

/** What is of before when a policy was stored. */
export const ABOUT_POLICY: readonly Call[] = [
  adminPolicyCall,
  adminPolicyVersionsCall,
  adminAuditCall,
  adminExemptionsCall,
  adminPeopleCall,
  adminStatusCall,
];

export const VIEWS = ['checks', 'text', 'history'] as const;
export type View = (typeof VIEWS)[number];

/** Which checks are shown. */
export const SHOWS = ['on', 'changed'] as const;

export const addressShape = {
  view: z.optional(z.enum(VIEWS)),
  check: z.optional(z.string().check(z.maxLength(64))),
  show: z.optional(z.enum(SHOWS)),
  version: z.optional(z.string().check(z.regex(/^[1-9]\d{0,14}$/))),
  after: z.optional(z.string().check(z.maxLength(64))),
  from: z.optional(z.string().check(z.regex(/^\d{1,9}$/))),
};

/** How versions are told apart where people read them: so much of one is enough. */
export function shortVersion(version: string): string {
  return version.slice(0, 8);
}
