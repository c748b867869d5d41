import type { Command } from 'commander';

/** Options that are called otherwise than the field of the call they fill in. */
const OPTIONS_OF: Readonly<Record<string, readonly string[]>> = {
  allowedDomains: ['domain'],
  displayName: ['name'],
  helpCenterUrl: ['address'],
  minutes: ['for'],
  number: ['callerNumber'],
  phoneHours: ['hours'],
  publicUrl: ['address'],
  secret: ['secretFile'],
  topLevelDomain: ['domain'],
};

/** Words that go on from the name of what they speak of. */
const CONTINUES = /^(?:must|may|is|are|has|have|holds) /;

/**
 * What the server says of a field, said of the option or argument that filled it in: `body.hours: must be …` becomes
 * `--hours must be …`.
 */
export function nameOption(command: Command, message: string): string {
  const [, place, words] = /^(?:body|query|parameters)\.([\w.-]+): (.*)$/s.exec(message) ?? [];
  if (place === undefined || words === undefined) return message.replace(/^(?:body|query|parameters): /, '');
  const fields = place.split('.');
  for (const [index, field] of fields.entries()) {
    const name = findOption(command, field, words) ?? findArgument(command, field);
    if (name === undefined) continue;
    const inside = fields.slice(index + 1).filter((one) => !/^\d+$/.test(one));
    const where = inside.length === 0 ? name : `${name}, ${inside.join('.')}`;
    return inside.length === 0 && CONTINUES.test(words) ? `${where} ${words}` : `${where}: ${words}`;
  }
  return `${place.replace(/^(?:set|source\.record)\./, '')}: ${words}`;
}

/** One that was given, or that is missing. */
function findOption(command: Command, field: string, words: string): string | undefined {
  const names = [field, ...(OPTIONS_OF[field] ?? [])];
  return command.options.find((option) => {
    const name = option.attributeName();
    return names.includes(name) && (command.getOptionValueSource(name) === 'cli' || /^(is|are) missing/.test(words));
  })?.long;
}

function findArgument(command: Command, field: string): string | undefined {
  const argument = command.registeredArguments.find((one) => one.name() === field);
  return argument === undefined ? undefined : `<${argument.name()}>`;
}
