import * as z from 'zod';
import * as mini from 'zod/mini';
import { describe, expect, test } from 'vitest';
import { adminSetGateCall } from './calls/admin/gate.ts';
import { companyConfigurationSchema } from './configuration.ts';
import { readInWords } from './describe-problem.ts';
import { oidcUpstreamSettingsSchema } from './upstream-settings.ts';

const read = (schema: z.core.$ZodType, value: unknown) => {
  const found = readInWords(schema, value, ['body']);
  return found.ok ? [] : found.problems;
};

const schema = z.object({
  text: z.string().min(1).max(5).optional(),
  code: z.string().length(4).optional(),
  minutes: z.int().min(1).max(43_200).optional(),
  waitSeconds: z.int().min(60).max(86_400).optional(),
  clockSkewMs: z.int().max(300_000).optional(),
  hours: z.int().max(24).optional(),
  percent: z.number().max(100).optional(),
  isOn: z.boolean().optional(),
  list: z.array(z.string()).min(1).max(2).optional(),
  kind: z.enum(['oidc', 'saml']).optional(),
  version: z.literal(1).optional(),
  day: z.iso.date().optional(),
  moment: z.iso.datetime().optional(),
  mail: z.email().optional(),
  id: z.uuid().optional(),
  address: z.url().optional(),
  secure: z.url({ protocol: /^https$/ }).optional(),
  name: z
    .string()
    .regex(/^[a-z]+$/)
    .optional(),
  own: z
    .string()
    .regex(/^[a-z]+$/, 'has small letters alone')
    .optional(),
  step: z.number().multipleOf(5).optional(),
  flags: z.record(z.string().max(3), z.boolean()).optional(),
  either: z.union([z.int(), z.literal('any')]).optional(),
  way: z.discriminatedUnion('by', [z.object({ by: z.literal('foot') }), z.object({ by: z.literal('bus') })]).optional(),
  group: z.strictObject({ known: z.string().optional() }).optional(),
  odd: z
    .string()
    .refine(() => false)
    .optional(),
});

describe('what is wrong with a value', () => {
  test.each([
    [{ text: '' }, 'body.text: must not be empty.'],
    [{ text: 'too long' }, 'body.text: must have at most 5 characters.'],
    [{ text: 7 }, 'body.text: must be a text.'],
    [{ code: 'abc' }, 'body.code: must have exactly 4 characters.'],
    [{ minutes: 50_000 }, 'body.minutes: must be at most 43200 (30 days).'],
    [{ minutes: 0 }, 'body.minutes: must be at least 1.'],
    [{ minutes: 1.5 }, 'body.minutes: must be a whole number.'],
    [{ minutes: '5' }, 'body.minutes: must be a number.'],
    [{ waitSeconds: 5 }, 'body.waitSeconds: must be at least 60 (1 minute).'],
    [{ waitSeconds: 90_000 }, 'body.waitSeconds: must be at most 86400 (1 day).'],
    [{ clockSkewMs: 1e6 }, 'body.clockSkewMs: must be at most 300000 (5 minutes).'],
    [{ hours: 25 }, 'body.hours: must be at most 24.'],
    [{ percent: 101 }, 'body.percent: must be at most 100.'],
    [{ isOn: 'yes' }, 'body.isOn: must be true or false.'],
    [{ list: 'a' }, 'body.list: must be a list.'],
    [{ list: [] }, 'body.list: must have at least 1 entry.'],
    [{ list: ['a', 'b', 'c'] }, 'body.list: must have at most 2 entries.'],
    [{ list: ['a', 1] }, 'body.list.1: must be a text.'],
    [{ kind: 'ldap' }, 'body.kind: must be one of oidc, saml.'],
    [{ version: 2 }, 'body.version: must be 1.'],
    [{ day: '30.11.2026' }, 'body.day: must be a date such as 2026-11-30.'],
    [{ moment: 'noon' }, 'body.moment: must be a moment such as 2026-11-30T08:00:00Z.'],
    [{ mail: 'ilse' }, 'body.mail: must be an e-mail address such as ilse@example.com.'],
    [{ id: '3f2a' }, 'body.id: must be a whole id such as 3f2a91c4-5b7e-4d02-8c1d-20f7195a1e76.'],
    [{ address: 'gate' }, 'body.address: must be a whole address, such as https://gate.example.com.'],
    [
      { secure: 'http://a.example' },
      'body.secure: must be a whole address with https, such as https://gate.example.com.',
    ],
    [{ name: 'A' }, 'body.name: has a wrong form.'],
    [{ own: 'A' }, 'body.own: has small letters alone.'],
    [{ step: 7 }, 'body.step: must be a multiple of 5.'],
    [{ flags: { long: true } }, 'body.flags.long: must not have this name: it must have at most 3 characters.'],
    [{ flags: { one: 'on' } }, 'body.flags.one: must be true or false.'],
    [{ either: 'some' }, 'body.either: must be a number, or must be any.'],
    [{ way: {} }, 'body.way.by: is missing; it is one of foot, bus.'],
    [{ way: { by: 'car' } }, 'body.way.by: must be one of foot, bus.'],
    [{ group: { known: 'a', other: 'b' } }, 'body.group: must not hold other: nothing reads this field.'],
    [{ odd: 'a' }, 'body.odd: is not allowed here.'],
  ])('%j: %s', (value, sentence) => {
    expect(read(schema, value)).toEqual([sentence]);
  });

  test('is said of everything at once, and of nothing where all is well', () => {
    expect(read(z.object({ a: z.string(), b: z.int() }), { b: 'x' })).toEqual([
      'body.a: is missing.',
      'body.b: must be a number.',
    ]);
    expect(readInWords(mini.string(), 5)).toEqual({ ok: false, problems: ['must be a text.'] });
    expect(readInWords(schema, { text: 'abc' })).toEqual({ ok: true, value: { text: 'abc' } });
  });

  test('is said of what administrators set', () => {
    const gate = { state: 'observing', isReading: true, reason: 'a', minutes: 90_000 };
    expect(read(adminSetGateCall.body, gate)).toEqual(['body.minutes: must be at most 43200 (30 days).']);
    const settings = { accentColor: 'red', skipping: { hours: 5000 }, helpArticleUrl: 'http://help.example' };
    expect(read(companyConfigurationSchema, settings)).toEqual([
      'body.accentColor: must be a colour such as #1a5fb4.',
      'body.helpArticleUrl: must be a whole address with https, such as https://gate.example.com.',
      'body.skipping.hours: must be at most 2160 (90 days).',
    ]);
    const upstream = { issuer: 'https://id.example', clientId: 'a', allowedDomains: ['Example'], scopes: ['open id'] };
    expect(read(oidcUpstreamSettingsSchema, upstream).join('\n')).toMatch(
      /allowedDomains\.0: must be a domain in small letters, such as example\.com\.\n.*scopes\.0: must be one word/,
    );
  });
});
