/** Names under which Apple sells versions; the number decides, the name is only shown. */
const NAMES: Readonly<Record<string, string>> = {
  12: 'Monterey',
  13: 'Ventura',
  14: 'Sonoma',
  15: 'Sequoia',
  26: 'Tahoe',
  27: 'Golden Gate',
};

export interface MacosVersion {
  /** '26.5', '15.7.9'. */
  readonly number: string;
  readonly major: number;
  /** 'macOS Tahoe 26.5 (25F80)'. */
  readonly name: string;
}

/**
 * Reads what `sw_vers` prints.
 * @returns null when it is something else, also for 10.16: that is what newer systems call themselves to old programs
 */
export function parseMacosVersion(text: string): MacosVersion | null {
  const field = (label: string) => new RegExp(`^${label}:[ \\t]+(\\S.*?)[ \\t]*$`, 'm').exec(text)?.[1];
  const number = field('ProductVersion') ?? '';
  const product = field('ProductName') ?? '';
  const build = field('BuildVersion') ?? '';
  // The last line: without it the answer is cut, and the version may be as well.
  if (!/^[0-9A-Za-z]{3,12}$/.test(build)) return null;
  if (!/^(macOS|Mac OS X)$/.test(product) || !/^\d{1,3}(\.\d{1,3}){0,2}$/.test(number)) return null;
  if (number === '10.16' || number.startsWith('10.16.')) return null;
  const major = Number(number.split('.')[0]);
  const words = ['macOS', NAMES[major], number, field('ProductVersionExtra'), `(${build})`];
  return {
    number,
    major,
    name: words
      .filter((word) => word !== undefined)
      .join(' ')
      .slice(0, 255),
  };
}
