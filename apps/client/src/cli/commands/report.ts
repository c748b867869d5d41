import type { Delivery } from '../../agent/deliver.ts';
import { createReporter } from '../../agent/reporter.ts';
import type { Command } from '../command.ts';
import { EXIT_CODES } from '../exit-codes.ts';

export const reportCommand: Command = {
  name: 'report',
  usage: '[--json]',
  summary: 'Send a report of this computer now, by the account it has',
  explanation: [
    'Reads every setting, signs the report with the keys of this computer and sends it to each portal of which this',
    'computer has an account (`workplace account`). What could not be sent waits on this computer and goes with the next',
    'report. Exit code 0: the policy is met everywhere.',
  ],
  examples: ['workplace report', 'workplace report --json'],
  options: { json: { kind: 'flag', help: 'Print JSON' } },
  positionals: 0,
  run: async (given, context) => {
    const { print } = context.terminal;
    const web = await context.web();
    const reporter = createReporter(context, web);
    const origins = await reporter.portals();
    const deliveries = [];
    for (const origin of origins) deliveries.push({ portal: origin, ...(await reporter.deliver(origin)) });
    web.close();
    if (given.flag('json')) print(JSON.stringify(deliveries, null, 2));
    else if (origins.length === 0)
      print('This computer has no account, so there is no one to report to: workplace account');
    else for (const delivery of deliveries) print(`${delivery.portal}: ${sentence(delivery)}`);
    const isFine = deliveries.every((one) => one.kind === 'delivered' && one.complianceStatus === 'Compliant');
    return isFine && origins.length > 0 ? EXIT_CODES.fine : EXIT_CODES.attention;
  },
};

function sentence(delivery: Delivery): string {
  switch (delivery.kind) {
    case 'delivered':
      return delivery.complianceStatus === 'Compliant' ? 'this computer meets the policy.' : notMet(delivery);
    case 'kept':
      return `not sent yet, it waits on this computer. ${delivery.detail}`;
    case 'over':
      return `the account is over. ${delivery.detail} Take a new one: workplace account --help`;
    case 'refused':
      return `refused. ${delivery.detail} Ask your support.`;
    default:
      return delivery satisfies never;
  }
}

function notMet({ failed, unread = [] }: Extract<Delivery, { kind: 'delivered' }>): string {
  return [
    ...(failed.length === 0 ? [] : [`not met: ${failed.join(', ')}. To repair one: workplace fix <check>`]),
    ...(unread.length === 0 ? [] : [`could not be checked: ${unread.join(', ')}. To see why: workplace status`]),
  ].join('; ');
}
