import { ADMIN_CALLS, readInWords } from '@vestibule/contracts';
import * as z from 'zod';
import type { ConfigurationFile } from '../config/configuration-file.ts';
import { readPublicAddress } from '../config/public-address.ts';

/** What a set-up is told, as texts: from options, or from questions. An empty text is no answer. */
export interface Answers {
  readonly url: string;
  /** What the company is called. */
  readonly companyName: string;
  /** Its short name on command lines and in file names; made from the other when it is empty. */
  readonly company: string;
  readonly domain: string;
  readonly supportPhone: string;
  readonly supportHours: string;
  readonly supportEmail: string;
  readonly supportAddress: string;
  readonly login: string;
  readonly name: string;
  readonly email: string;
}

export interface Wanted {
  readonly company: z.infer<typeof ADMIN_CALLS.adminCreateCompany.body>;
  readonly support: z.infer<typeof ADMIN_CALLS.adminSetSupport.body>;
  readonly administrator: z.infer<typeof ADMIN_CALLS.adminAddPerson.body>;
  readonly file: ConfigurationFile;
}

/** Options by the field of the admin call that checks them. */
const OPTION_OF: Readonly<Record<string, string>> = {
  'company.name': '--company',
  'company.displayName': '--company-name',
  'company.topLevelDomain': '--domain',
  'company.publicUrl': '--url',
  'support.phone': '--support-phone',
  'support.phoneHours': '--support-hours',
  'support.email': '--support-email',
  'support.helpCenterUrl': '--support-address',
  'administrator.login': '--login',
  'administrator.displayName': '--name',
  'administrator.email': '--email',
};

/** A company's name as command lines and file names take it. */
export function shortName(displayName: string): string {
  return displayName
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z\d]+/g, '-')
    .slice(0, 40)
    .replaceAll(/^-+|-+$/g, '');
}

/** What is set of the support block. */
export function supportOf(answers: Partial<Answers>): Wanted['support'] {
  const { supportPhone, supportHours, supportEmail, supportAddress } = answers;
  return {
    ...(supportPhone ? { phone: supportPhone } : {}),
    ...(supportHours ? { phoneHours: supportHours } : {}),
    ...(supportEmail ? { email: supportEmail } : {}),
    ...(supportAddress ? { helpCenterUrl: supportAddress } : {}),
  };
}

/** Good answers: they stand in for what no one has said yet. */
const STAND_IN: Answers = {
  url: 'https://gate.example.com',
  companyName: 'Example',
  company: 'example',
  domain: 'example.com',
  supportPhone: '',
  supportHours: '',
  supportEmail: '',
  supportAddress: '',
  login: 'ilse',
  name: 'Ilse Brandt',
  email: 'ilse@example.com',
};

/** What is wrong with those answers that are there: one sentence per problem, each with its option. */
export function problemsOf(answers: Partial<Answers>): string[] {
  const read = readAnswers({ ...STAND_IN, ...answers }, {});
  return read.ok ? [] : read.problems;
}

/**
 * Checks the answers, as the admin calls would that they become.
 * @param place listening, TLS and database: what else goes into the file
 * @returns one sentence per problem, each with the option that sets it right
 */
export function readAnswers(
  answers: Answers,
  place: Omit<ConfigurationFile, 'version' | 'publicUrl'>,
): { readonly ok: true; readonly wanted: Wanted } | { readonly ok: false; readonly problems: string[] } {
  const address = readPublicAddress(answers.url);
  const { companyName: displayName, email, login, name } = answers;
  const publicUrl = address.ok ? address.origin : 'https://gate.example.com';
  const schema = z.object({
    company: ADMIN_CALLS.adminCreateCompany.body,
    support: ADMIN_CALLS.adminSetSupport.body,
    administrator: ADMIN_CALLS.adminAddPerson.body,
  });
  const read = readInWords(schema, {
    company: {
      name: answers.company || shortName(displayName),
      displayName,
      publicUrl,
      topLevelDomain: answers.domain || (email.split('@')[1] ?? ''),
    },
    support: supportOf(answers),
    administrator: { login, displayName: name, email },
  });
  const problems = [
    ...(address.ok ? [] : [`--url: ${address.problem}`]),
    ...(read.ok ? [] : read.problems).map((problem) => problem.replace(/^[^:]+/, (field) => OPTION_OF[field] ?? field)),
  ];
  if (!read.ok || problems.length > 0) return { ok: false, problems };
  return { ok: true, wanted: { ...read.value, file: { ...place, version: 1, publicUrl } } };
}
