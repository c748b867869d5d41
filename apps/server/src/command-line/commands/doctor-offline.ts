import { companyConfigurationSchema } from '@vestibule/contracts';
import { CommandFailure, createClient, errorOf, EXIT_CODES, misuse, type Output } from '@vestibule/command-line';
import { loadConfig } from '../../operations/config/config.ts';
import { readPublicAddress } from '../../operations/config/public-address.ts';
import { examine, type NotServed, type Served } from '../../operations/doctor/doctor.ts';
import type { Finding } from '../../operations/doctor/finding.ts';
import { openTransport } from '../transport.ts';

export interface DoctorOptions {
  readonly data: string;
  readonly url?: string | undefined;
  readonly company?: string | undefined;
}

const NEXT = 'Do what the findings that are wrong say under next.';

const SIGNS: Readonly<Record<Finding['state'], string>> = { good: '✓', look: '!', wrong: '✗' };

/** Looks at this computer's server and all around it, and prints a line for each thing. */
export async function examineHere(options: DoctorOptions, output: Output): Promise<void> {
  const read = await loadConfig({ ...process.env, VESTIBULE_DATA: options.data });
  if (!read.ok)
    throw misuse(`The configuration cannot be used, so the server cannot start:\n  ${read.problems.join('\n  ')}`);
  const { config } = read;
  const { server, ofCompanies } = await output.during('Asking the server what it is set to…', () => askServer(options));
  const addresses = options.url === undefined ? ofCompanies : [readUrl(options.url)];
  const looked = addresses.length === 0 ? [config.publicUrl] : addresses;
  // On a screen each line comes as it is known, in the order that they always have.
  const tell = ({ check, state, sentence, next }: Finding) => {
    if (output.isJson) return;
    output.say(`${SIGNS[state]} ${check}: ${sentence}`);
    if (next !== null) output.say(`-> ${next}`, 2);
  };
  const findings = await output.during('Looking at addresses, certificates, database and identity providers…', () =>
    examine({ config, addresses: looked, now: () => new Date(), server, tell }),
  );
  const failed = findings.filter(({ state }) => state === 'wrong').length;
  const code = 'version' in server || server.isRunning ? EXIT_CODES.refused : EXIT_CODES.unreachable;
  const failure = new CommandFailure(code, failed === 1 ? 'One thing is wrong.' : `${failed} things are wrong.`);
  const error = failed === 0 ? {} : { error: { ...errorOf(failure, 'vestibule doctor --help'), next: NEXT } };
  output.answer({ addresses: looked, ok: failed === 0, findings, ...error }, () => undefined);
  if (failed > 0) throw failure;
}

function readUrl(text: string): string {
  const address = readPublicAddress(text);
  if (!address.ok) throw misuse(`--url: ${address.problem}`);
  return address.origin;
}

/** The server through its socket. @returns why it does not answer, where it does not */
async function askServer({ data, company }: DoctorOptions): Promise<{
  readonly server: Served | NotServed;
  readonly ofCompanies: readonly string[];
}> {
  try {
    const transport = await openTransport({ data });
    const { ask } = createClient(transport, { company: undefined, isDryRun: false });
    const [{ version, masterKey: keyState, unwritten: notes }, all, lifecycle] = await Promise.all([
      ask('adminStatus'),
      ask('adminCompanies'),
      ask('adminLifecycle'),
    ]);
    const companies = all.companies.filter(({ name }) => company === undefined || name === company);
    const asked = await Promise.all(
      companies.map(async ({ name, publicUrl }) => {
        // As a dry run the mail server is only reached, and no mail is sent.
        const of = createClient(transport, { company: name, isDryRun: true });
        const [{ upstreams: own }, { mail }, { settings }, { applications }] = await Promise.all([
          of.ask('adminUpstreams'),
          of.ask('adminMail'),
          of.ask('adminSettings'),
          of.ask('adminApplications'),
        ]);
        const trial = mail === null ? null : await of.ask('adminTryMail', { body: {} });
        return {
          own,
          applications,
          mail: { company: name, trial },
          extension: { company: name, publicUrl, hasAddress: hasExtension(settings) },
        };
      }),
    );
    const upstreams = asked.flatMap(({ own }) => own.filter(({ isEnabled }) => isEnabled));
    const mails = asked.map(({ mail }) => mail);
    const extensions = asked.map(({ extension }) => extension);
    const isOnlyCompany = all.companies.length < 2;
    const unwritten = notes.map(({ message, last }) => `${message} (Last at ${last}.)`);
    const applications = asked.flatMap((one) => one.applications.filter(({ disabledAt }) => disabledAt === null));
    const server = {
      version,
      companies: companies.map(({ name }) => name),
      isOnlyCompany,
      upstreams,
      applications,
      mails,
      extensions,
      lifecycle,
      masterKey: keyState ?? 'good',
      unwritten,
    };
    return { server, ofCompanies: companies.map(({ publicUrl }) => publicUrl) };
  } catch (error) {
    if (error instanceof CommandFailure) {
      // Who refuses, runs.
      const isRunning = error.exitCode !== EXIT_CODES.unreachable;
      const said = typeof error.details['message'] === 'string' ? error.details['message'] : error.message;
      return { server: { whyNot: said, isRunning }, ofCompanies: [] };
    }
    throw error;
  }
}

/** Whether the pages of a company lead to the extension, for one family of browsers at least. */
function hasExtension(settings: Readonly<Record<string, unknown>>): boolean {
  const { chromium, firefox } = companyConfigurationSchema.parse(settings).extensionUrls;
  return chromium !== null || firefox !== null;
}
