import { changing, type Command, examples, misuse, outputOf, streamsOfCommand, urlOf } from '@vestibule/command-line';
import type { Answers } from '../../operations/set-up/wanted.ts';
import { askQuestions, missingAnswers } from './setup-questions.ts';
import type { SetUpOptions } from './setup-offline.ts';
import { readDatabase } from './setup-place.ts';

/** What needs the database and the crypto is loaded when it is called. */
const offline = () => import('./setup-offline.ts');

const NAMES = [
  'companyName',
  'company',
  'domain',
  'supportPhone',
  'supportHours',
  'supportEmail',
  'supportAddress',
  'login',
  'name',
  'email',
] as const satisfies readonly (keyof Answers)[];
const OPTIONS: Readonly<Partial<Record<keyof Answers, string>>> = {
  companyName: '--company-name TEXT',
  login: '--login LOGIN',
  name: '--name TEXT',
  email: '--email ADDRESS',
};

/** Where the answers of the first set-up are changed later. */
const ELSEWHERE: Readonly<Record<(typeof NAMES)[number], string>> = {
  companyName: 'Say: vestibule company set --display-name TEXT',
  company: 'The short name stays.',
  domain: 'Say: vestibule company set --domain DOMAIN',
  supportPhone: 'Say: vestibule support-block set --help',
  supportHours: 'Say: vestibule support-block set --help',
  supportEmail: 'Say: vestibule support-block set --help',
  supportAddress: 'Say: vestibule support-block set --help',
  login: 'Say: vestibule person set --help',
  name: 'Say: vestibule person set --help',
  email: 'Say: vestibule person set --help',
};

export function addSetUpCommand(program: Command): void {
  const command = changing(program.command('setup'))
    .description('set up this installation: address, company, and the link of its first administrator')
    .option('--company-name <text>', 'what the company is called')
    .option('--domain <domain>', 'its domain; without it, that of your e-mail address')
    .option('--support-phone <number>', 'whom people call')
    .option('--support-hours <text>', 'when support answers')
    .option('--support-email <address>', 'whom people write to')
    .option('--support-address <url>', 'help page of the company')
    .option('--login <login>', 'what the first administrator signs in with')
    .option('--name <text>', 'their first and last name')
    .option('--email <address>', 'their e-mail address')
    .option('--listen <host:port>', 'where the server listens; without it, what fits the address')
    .option('--certificate <file>', 'the certificate with its chain (PEM), when the server itself speaks https')
    .option('--certificate-key <file>', 'its key (PEM)')
    .option('--acme <address>', 'get certificates by ACME; your e-mail address, for the authority')
    .option('--acme-directory <url>', 'another authority than Let’s Encrypt: its ACME directory')
    .option('--acme-port <port>', 'where its question arrives here; without it, 80')
    .option('--behind-proxy <address...>', 'the proxy in front, which speaks https: its address or network')
    .option('--database-file <file>', 'file that holds the address of PostgreSQL; without it, the embedded database')
    .option('--database <url>', 'that address itself, where it holds no password')
    .option('--from-trial', 'go on with the data of the trial that is in the folder')
    .option('--change', 'change address, listening, certificate or proxy of what is set up')
    .option('--while-servers-run', 'with --change: move the address although servers run on PostgreSQL')
    .option('--yes', 'ask nothing: everything is said by options')
    .action(async (_options: object, called: Command) => {
      const { url: _, ...given } = called.optsWithGlobals<SetUpOptions & Partial<Answers>>();
      const url = urlOf(called);
      const database = await readDatabase(given);
      const options = {
        ...given,
        ...(url === undefined ? {} : { url }),
        ...(database === undefined ? {} : { database }),
      };
      const output = outputOf(called);
      if (url === undefined && options.change !== true) {
        throw misuse('Say the address that people will open: vestibule setup --url https://gate.example.com');
      }
      const { changeOffline, checkBeforeAsking, setUpOffline } = await offline();
      if (options.change === true) {
        const stray = NAMES.find((name) => name !== 'company' && options[name] !== undefined);
        if (stray !== undefined)
          throw misuse(`--change leaves what the company and its people are called. ${ELSEWHERE[stray]}`);
        return changeOffline(options, output);
      }
      const said: Partial<Answers> = Object.fromEntries(
        NAMES.flatMap((name) => (options[name] === undefined ? [] : [[name, options[name]]])),
      );
      const { ask } = streamsOfCommand(called);
      const mayAsk = ask !== undefined && options.yes !== true && !output.isJson;
      const missing = missingAnswers(said);
      // What was said wrongly is told before what was not said.
      if (mayAsk || missing.length > 0) await checkBeforeAsking({ ...said, url: url ?? '' }, options);
      if (missing.length > 0 && !mayAsk) {
        throw misuse(`There is no one to ask, so add ${missing.map((name) => OPTIONS[name]).join(', ')}.`);
      }
      const answers = mayAsk ? await askQuestions(said, ask, output) : said;
      const empty = Object.fromEntries(NAMES.map((name) => [name, '']));
      return setUpOffline(
        { ...(empty as Record<(typeof NAMES)[number], string>), ...answers, url: url ?? '' },
        options,
        output,
      );
    });
  examples(command, [
    'setup --url https://gate.example.com',
    'setup --url https://gate.example.com --behind-proxy 127.0.0.1 --company-name Example --login ilse --name "Ilse Brandt" --email ilse@example.com --yes',
    'setup --url https://gate.example.com --acme you@example.com',
    'setup --change --url https://gate.example.org',
  ]).addHelpText(
    'after',
    `
--url is the address that people will open; everything derives from it, and
passkeys belong to its name. --company is the short name of the company. What is
not said by an option is asked. It is written into vestibule.json in the data
folder (--data); the environment of the server wins over that file.

By --acme you agree to the terms of the certificate authority, which is Let's
Encrypt (https://letsencrypt.org/repository/) unless --acme-directory names
another. It asks at port 80 of the name, so that port has to lead to this
computer. The server orders when it starts, and renews by itself.`,
  );
}
