import { CHECK_DEFINITIONS, isAskedOn } from '@vestibule/checks';
import { type CheckType, OPERATING_SYSTEMS, sayProblem } from '@vestibule/contracts';
import * as z from 'zod/mini';
import { unknownKey } from './unknown-key.ts';

export const SEVERITIES = ['off', 'recommended', 'required', 'sign-in-stopper'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** What a check that could not be read means: it stops no one, or it stops whom a failed one would stop. */
export const UNKNOWN_RULES = ['allow', 'block'] as const;
export type UnknownRule = (typeof UNKNOWN_RULES)[number];

/** Names of groups or of work applications, as the company has them. */
export const names = z
  .array(z.string().check(z.trim(), z.minLength(1), z.maxLength(255)))
  .check(z.minLength(1), z.maxLength(200));

const sentenceSchema = z.string().check(z.trim(), z.minLength(1), z.maxLength(500));

const exemptionTarget = {
  /** The last day of the exemption, in UTC. */
  until: z.iso.date(),
  why: sentenceSchema,
  approvedBy: sentenceSchema,
};

/** One person or one computer, never everybody. */
export const exemptionSchema = z.union([
  z.strictObject({ login: z.string().check(z.minLength(1), z.maxLength(255)), ...exemptionTarget }),
  z.strictObject({ deviceId: z.uuid(), ...exemptionTarget }),
]);
export type Exemption = z.infer<typeof exemptionSchema>;

const graceDaysSchema = z.int().check(z.minimum(0), z.maximum(365));

const rollOut = {
  severity: z.enum(SEVERITIES),
  /** Judged and shown, stops no one: to see what a check would do. It holds for everybody, whatever `for` says. */
  reportOnly: z._default(z.boolean(), false),
  /** From this day on, 00:00 UTC, plus the days of grace, the check has its severity; before, it is recommended. */
  startDate: z.optional(z.iso.date()),
  graceDays: z._default(graceDaysSchema, 0),
  /** Overrides the policy's own rule for this check. */
  unknown: z.optional(z.enum(UNKNOWN_RULES)),
  exemptions: z._default(z.array(exemptionSchema).check(z.maxLength(1000)), []),
};

/** What an entry of `for` may say otherwise. What it leaves out stays as it was. */
const changes = {
  severity: z.optional(z.enum(SEVERITIES)),
  startDate: z.optional(z.iso.date()),
  graceDays: z.optional(graceDaysSchema),
  unknown: z.optional(z.enum(UNKNOWN_RULES)),
};

/** For whom an entry of `for` holds: all that it names has to fit. */
const conditions = {
  systems: z.optional(z.array(z.enum(OPERATING_SYSTEMS)).check(z.minLength(1))),
  groups: z.optional(names),
  applications: z.optional(names),
};

const GRACE_WITHOUT_START = { path: ['graceDays'], message: 'count from a startDate, and there is none.' };

interface Dated {
  readonly startDate?: string | undefined;
  readonly graceDays?: number | undefined;
}

const hasStart = ({ startDate, graceDays = 0 }: Dated) => graceDays === 0 || startDate !== undefined;

const says = (entry: object, keys: object) =>
  Object.entries(entry).some(([key, value]) => key in keys && value !== undefined);

function entrySchemaOf(type: CheckType) {
  const said = { ...changes, parameters: z.optional(parametersOf(type)) };
  const elsewhere = OPERATING_SYSTEMS.filter((system) => !isAskedOn(CHECK_DEFINITIONS[type], system));
  return z.strictObject({ ...conditions, ...said }).check(
    z.refine(hasStart, GRACE_WITHOUT_START),
    z.refine((entry) => says(entry, conditions), { message: 'names no one: give systems, groups or applications.' }),
    z.refine((entry) => says(entry, said), {
      message: 'says nothing: give severity, startDate, unknown or parameters.',
    }),
    z.refine(({ systems = [] }) => !systems.some((system) => elsewhere.includes(system)), {
      path: ['systems'],
      message: `names a system on which ${type} does not exist.`,
    }),
  );
}

export function checkPolicySchemaOf(type: CheckType) {
  return z
    .strictObject({
      ...rollOut,
      parameters: z._default(parametersOf(type), {}),
      /** What is otherwise on some systems, for some people or on the way to some applications. A later entry wins. */
      for: z.optional(z.array(entrySchemaOf(type)).check(z.minLength(1), z.maxLength(200))),
    })
    .check(z.refine(hasStart, GRACE_WITHOUT_START));
}

/** The parameters as they were written, once the check itself has accepted them and knows every one of them. */
function parametersOf(type: CheckType) {
  return z.record(z.string(), z.unknown()).check((context) => {
    const { parameters } = CHECK_DEFINITIONS[type];
    const parsed = parameters.safeParse(context.value, { error: sayProblem });
    for (const issue of parsed.error?.issues ?? []) {
      context.issues.push({ code: 'custom', path: [...issue.path], message: issue.message, input: context.value });
    }
    const defaults: unknown = parameters.parse({});
    const known = new Set(typeof defaults === 'object' && defaults !== null ? Object.keys(defaults) : []);
    for (const key of Object.keys(context.value)) {
      if (known.has(key)) continue;
      context.issues.push({ code: 'custom', path: [key], message: unknownKey([...known]), input: context.value });
    }
  });
}

/** What may be written below a check; nothing where that depends on more than the place. */
export function knownKeysOfCheck([first, ...deeper]: readonly PropertyKey[]): readonly string[] {
  if (first === undefined) return [...Object.keys(rollOut), 'parameters', 'for'];
  return first === 'for' && deeper.length === 1 ? [...Object.keys({ ...conditions, ...changes }), 'parameters'] : [];
}
