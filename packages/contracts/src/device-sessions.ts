import * as z from 'zod/mini';
import { flattenedJwsSchema, publicJwkSchema } from './jose.ts';
import { KEY_PROTECTIONS } from './key-protection.ts';

/** Sessions between a device and the server, as they pass through the page from the one to the other. */

/** A grant is a compact JWS (ES256) signed by the server, verified by the client against its pinned key. */
export const grantSchema = z.string().check(z.maxLength(4096));

/** Session data as the portal hands it to the client (specification, section 3, plus grant and nonce). */
export const sessionDataSchema = z.object({
  sessionId: z.uuid(),
  token: z.string(),
  publicKey: publicJwkSchema,
  expirationTime: z.iso.datetime(),
  nonce: z.string(),
  /** Names the sign-in it was opened in, without being its secret: a later sign-in must not go on with it. */
  signIn: z.string(),
  grant: grantSchema,
});
export type SessionData = z.infer<typeof sessionDataSchema>;

/** What a client says of itself when a session is opened. */
export const sessionParametersSchema = z.object({
  deviceId: z.uuid(),
  identityKey: publicJwkSchema,
  agreementKey: publicJwkSchema,
  /** Compact JWS by the identity key over the agreement key's thumbprint and the device id. */
  agreementKeyProof: z.string().check(z.maxLength(2048)),
  keyProtection: z.enum(KEY_PROTECTIONS),
  clientVersion: z.string(),
  deviceName: z.string().check(z.maxLength(255)),
  operatingSystem: z.string(),
});
export type SessionParameters = z.infer<typeof sessionParametersSchema>;

/** What the server answers to a key exchange of the first version: a session without a token. */
export const firstVersionSessionSchema = z.extend(z.omit(sessionDataSchema, { token: true, publicKey: true }), {
  serverPublicKey: publicJwkSchema,
});
export type FirstVersionSession = z.infer<typeof firstVersionSessionSchema>;

/**
 * Device info (specification, section 3) and what proves it. Verdicts come from the signed report alone; what stands
 * next to it is carried as the specification has it and decides nothing, except that `lookupId` says whose keys to use.
 */
export const deviceInfoSchema = z.object({
  /** The device's id. */
  lookupId: z.uuid(),
  deviceImportantDataHash: z.string().check(z.maxLength(128)),
  deviceType: z.int(),
  osVersionCaption: z.string().check(z.maxLength(255)),
  signedReport: flattenedJwsSchema,
});
export type DeviceInfo = z.infer<typeof deviceInfoSchema>;

/** Where device calls are answered. */
export const endpointSchema = z.object({ id: z.string(), url: z.url(), isMain: z.boolean() });
export type Endpoint = z.infer<typeof endpointSchema>;

/** What a client keeps of a restricted session, so that it can report without the page's help. */
export const restrictedSessionConfigSchema = z.object({
  devicesV2: z.object({
    token: z.string(),
    session: z.object({ id: z.uuid() }),
    /** Where the device calls are answered, the main one first. */
    endpoints: z.array(endpointSchema),
  }),
  user: z.object({ id: z.string(), displayName: z.string() }),
  company: z.object({ id: z.string(), displayName: z.string() }),
});
export type RestrictedSessionConfig = z.infer<typeof restrictedSessionConfigSchema>;

/** What a client answers when a page asks it for the report of a restricted session. */
export const restrictedDeviceDataSchema = z.object({
  deviceInfo: deviceInfoSchema,
  importantDataHash: z.string().check(z.maxLength(128)),
});
export type RestrictedDeviceData = z.infer<typeof restrictedDeviceDataSchema>;

/**
 * A restricted session opens reporting and nothing else; it dies with the sign-in it was made in. `accessToken` is for
 * this session only, and is the `token` of `config`.
 */
export const restrictedSessionSchema = z.extend(z.omit(sessionDataSchema, { token: true }), {
  accessToken: z.string(),
  config: restrictedSessionConfigSchema,
});
export type RestrictedSession = z.infer<typeof restrictedSessionSchema>;
