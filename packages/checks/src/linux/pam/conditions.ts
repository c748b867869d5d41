import { ADMINISTRATORS, type Person } from './person.ts';

const FLAGS = new Set(['debug', 'use_uid', 'quiet', 'quiet_fail', 'quiet_success', 'audit', '']);
type Asker = Pick<Person, 'name' | 'id' | 'groups'>;
const STRANGER: Asker = { name: '', id: 65_533, groups: [] };

/**
 * pam_succeed_if: every condition has to hold.
 * @returns null where that hangs on what is not known
 */
export function conditionsHold(words: readonly string[], person: Person): boolean | null {
  const terms = words.filter((word) => !FLAGS.has(word));
  const isOfAsker = words.includes('use_uid') && person.askedBy !== 'person';
  if (isOfAsker && person.askedBy === 'root') return null;
  if (!isOfAsker) return allHold(terms, person);
  // Who asks is anyone who is no administrator, so perhaps the person themself.
  const themself = { ...person, groups: person.groups.filter((group) => !ADMINISTRATORS.includes(group)) };
  const [ofStranger, ofPerson] = [STRANGER, person.id === 0 ? STRANGER : themself].map((one) => allHold(terms, one));
  return ofStranger === ofPerson ? (ofStranger ?? null) : null;
}

function allHold(terms: readonly string[], about: Asker): boolean | null {
  const holds: (boolean | null)[] = [];
  for (let at = 0; at < terms.length; at += 3) {
    const [field = '', operator = '', wanted = ''] = terms.slice(at, at + 3);
    holds.push(holdsFor(field, operator, wanted, about));
  }
  if (holds.includes(false)) return false;
  return holds.includes(null) ? null : true;
}

function holdsFor(field: string, operator: string, wanted: string, { name, id, groups }: Asker): boolean | null {
  if (field === 'user') {
    const isMember = () => wanted.split(':').some((group) => groups.includes(group));
    switch (operator) {
      case '=':
        return name === wanted;
      case '!=':
        return name !== wanted;
      case 'in':
        return wanted.split(':').includes(name);
      case 'notin':
        return !wanted.split(':').includes(name);
      case 'ingroup':
        return isMember();
      case 'notingroup':
        return !isMember();
      default:
        return null;
    }
  }
  if (field !== 'uid' || !/^\d{1,10}$/.test(wanted)) return null;
  const number = Number(wanted);
  const compared: Readonly<Record<string, boolean>> = {
    eq: id === number,
    ne: id !== number,
    lt: id < number,
    le: id <= number,
    gt: id > number,
    ge: id >= number,
    '<': id < number,
    '<=': id <= number,
    '>': id > number,
    '>=': id >= number,
  };
  return compared[operator] ?? null;
}
