import * as z from 'zod/mini';
import { CHECK_TYPES, FIX_ACTION_TYPES } from './check-types.ts';
import { UNAVAILABLE_REASONS } from './unavailable-reasons.ts';

export const CHECK_STATES = ['passed', 'failed', 'unknown', 'fixing'] as const;
export type CheckState = (typeof CHECK_STATES)[number];

export const fixActionSchema = z.object({
  fixActionType: z.enum(FIX_ACTION_TYPES),
  /** Wanted values, from policy: `{ seconds: 600 }`. Validated by the client before anything is changed. */
  parameters: z.optional(z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]))),
});
export type FixAction = z.infer<typeof fixActionSchema>;

/** What was read, what was wanted, when: shown behind 'What we found'. */
export const evidenceSchema = z.object({
  found: z.string(),
  wanted: z.string(),
  source: z.string(),
  readAt: z.nullable(z.iso.datetime()),
  /** The item that made the difference: a file, an application, a drive. */
  items: z.optional(z.array(z.object({ label: z.string(), value: z.string() }))),
});
export type Evidence = z.infer<typeof evidenceSchema>;

const wordsId = z.string().check(z.maxLength(80));
const simpleWordsSchema = z.object({
  id: wordsId,
  values: z.optional(z.record(z.string(), z.union([z.string(), z.number(), z.array(z.string())]))),
});

/** A text by its id in the catalogue of the checks, so that a page can show it in another language. */
export const wordsSchema = z.object({
  id: wordsId,
  values: z.optional(z.record(z.string(), z.union([z.string(), z.number(), z.array(z.string()), simpleWordsSchema]))),
});
export type Words = z.infer<typeof wordsSchema>;

/** What a check says, by id; what is left out is the same in every language. The English stands next to it. */
export const checkWordsSchema = z.object({
  checkMessage: wordsSchema,
  scanText: wordsSchema,
  /** One or more sentences. */
  description: z.array(wordsSchema),
  found: z.optional(wordsSchema),
  wanted: z.optional(wordsSchema),
  /** In the order of the evidence's items. */
  items: z.optional(z.array(z.object({ label: z.optional(wordsSchema), value: z.optional(wordsSchema) }))),
});
export type CheckWords = z.infer<typeof checkWordsSchema>;

export const securityCheckSchema = z.object({
  checkType: z.enum(CHECK_TYPES),
  checkName: z.optional(z.enum(CHECK_TYPES)),
  checkMessage: z.string(),
  /** Beyond the specification: what is looked for, in words that hold before the verdict: 'Firewall is on'. */
  scanText: z.optional(z.string()),
  description: z.string(),
  /** Beyond the specification: the same sentences for pages in other languages than English. */
  words: z.optional(checkWordsSchema),
  fixAction: z.nullable(fixActionSchema),
  isPassed: z.boolean(),
  isRequired: z.boolean(),
  isSigninStopper: z.boolean(),
  state: z.enum(CHECK_STATES),
  /** Set when state is 'unknown'. */
  reason: z.optional(z.enum(UNAVAILABLE_REASONS)),
  /** True when policy lets this check stop the person although it could not be read. */
  blocksWhileUnknown: z.optional(z.boolean()),
  /** The company decides this setting, so no fix is offered. */
  isManaged: z.optional(z.boolean()),
  /** Key of the help-center article; absent where there is none. */
  helpArticle: z.optional(z.string()),
  evidence: z.optional(evidenceSchema),
  /**
   * Beyond the specification: the system is making it right by itself, and the check passes when it is done. `percent` only
   * where the system says how far it is.
   */
  underway: z.optional(z.object({ percent: z.optional(z.number().check(z.minimum(0), z.maximum(100))) })),
  /** While in grace: the day from which the check is required, ISO date. */
  deadline: z.optional(z.iso.date()),
});
export type SecurityCheck = z.infer<typeof securityCheckSchema>;

export const samlPostDataSchema = z.object({
  actionUrl: z.url(),
  samlResponse: z.string(),
  relayState: z.nullable(z.string()),
});
export type SamlPostData = z.infer<typeof samlPostDataSchema>;

export const POLICY_MODES = ['Strict', 'Permissive'] as const;
export type PolicyMode = (typeof POLICY_MODES)[number];

export const checkResultSchema = z.object({
  securityChecks: z.array(securityCheckSchema),
  loginId: z.nullable(z.string()),
  samlResponseData: z.nullable(samlPostDataSchema),
  disclaimer: z.nullable(z.object({ text: z.string(), redText: z.string(), boldText: z.string() })),
  deviceData: z.object({ clientVersion: z.string(), isClientVersionUpToDate: z.boolean() }),
  checksExpired: z.boolean(),
  complianceStatus: z.enum(['Compliant', 'NotCompliant']),
  policyMode: z.enum(POLICY_MODES),
  /** Set when this result lets the person in: only the device of this session can open it. */
  encryptedPermit: z.nullable(z.string()),
  permitSalt: z.nullable(z.string()),
  /** For the next signed report of this session. */
  nonce: z.string(),
  /** Identity of the report this result was judged from; rises with each report. */
  reportSequence: z.int(),
  deviceOsType: z.string(),
  deviceName: z.string(),
  deviceType: z.int(),
  osVersionCaption: z.string(),
  clientVersion: z.string(),
  model: z.string(),
  manufacturer: z.string(),
  serialNumber: z.string(),
  deviceLoginName: z.string(),
});
export type CheckResult = z.infer<typeof checkResultSchema>;
