import * as z from 'zod/mini';

/** Languages that mails are written in. */
export const MAIL_LANGUAGES = ['en', 'de', 'fr', 'es'] as const;
export type MailLanguage = (typeof MAIL_LANGUAGES)[number];

/**
 * How the way to the mail server is protected. tls: from the first byte (port 465); starttls: before anything of worth is
 * said, or not at all (port 587); none: not, which a password never takes to another computer.
 */
export const MAIL_SECURITIES = ['tls', 'starttls', 'none'] as const;
export type MailSecurity = (typeof MAIL_SECURITIES)[number];

/** An e-mail address, and nothing next to it: neither a name nor a second address. */
export const mailAddressSchema = z.email({ error: 'is no e-mail address' }).check(z.maxLength(255));
const addresses = z.array(mailAddressSchema).check(z.maxLength(10));

/** What is set of a mail server, next to its password. */
export const MAIL_SETTINGS = {
  /** A name or an address, without a port. */
  host: z
    .string()
    .check(
      z.maxLength(253),
      z.regex(/^(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|[0-9a-f:]*:[0-9a-f:]*)$/i, 'is no name of a server'),
    ),
  port: z.int().check(z.minimum(1), z.maximum(65_535)),
  security: z.enum(MAIL_SECURITIES),
  /** Null: the server takes mails from this computer without a login. */
  user: z.nullable(
    z.string().check(z.minLength(1), z.maxLength(255), z.regex(/^\P{Cc}+$/u, 'must not hold control characters')),
  ),
  /** The address that mails come from. */
  sender: mailAddressSchema,
  /** Of mails for which no one has said another one. */
  language: z.enum(MAIL_LANGUAGES),
  /** Who is told at once when the brake has acted. */
  alerts: addresses,
  /** Who is told when someone asks for temporary access. */
  accessRequests: addresses,
} as const;

export const mailSettingsSchema = z.strictObject({
  ...MAIL_SETTINGS,
  user: z._default(MAIL_SETTINGS.user, null),
  language: z._default(MAIL_SETTINGS.language, 'en'),
  alerts: z._default(addresses, []),
  accessRequests: z._default(addresses, []),
});
export type MailSettings = z.infer<typeof mailSettingsSchema>;
