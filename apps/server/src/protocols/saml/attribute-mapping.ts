import * as z from 'zod';

/** What an attribute can carry besides a fixed text. */
const MAPPED_VALUES = [
  'displayName',
  'email',
  'login',
  'id',
  'groups',
  'userType',
  'companyName',
  'deviceStanding',
  'deviceEvidence',
] as const;
export type MappedValue = (typeof MAPPED_VALUES)[number];

const onTheWire = {
  /** The name on the wire, mostly a URI. */
  name: z.string().min(1).max(512),
  /** null: `uri` for a name that is one, else `basic`. */
  nameFormat: z.enum(['uri', 'basic', 'unspecified']).nullable().default(null),
  /** For people who read the assertion; nothing is decided by it. */
  friendlyName: z.string().min(1).max(256).nullable().default(null),
};

/** One attribute of the assertions for one application: what it is called, and what it carries. */
export const attributeMappingSchema = z.discriminatedUnion('value', [
  z.object({ ...onTheWire, value: z.enum(MAPPED_VALUES) }),
  z.object({ ...onTheWire, value: z.literal('fixedText'), text: z.string().max(2048) }),
]);

export type AttributeMapping = z.output<typeof attributeMappingSchema>;
