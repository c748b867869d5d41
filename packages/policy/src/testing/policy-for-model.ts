/** A check as its YAML says it. */
export interface WrittenCheck extends Said {
  readonly severity: string;
  readonly for: readonly (Said & Conditions)[];
}

interface Said {
  readonly severity?: string;
  readonly startDate?: string;
  readonly graceDays?: number;
  readonly unknown?: string;
  readonly parameters?: { readonly maximumSeconds?: number };
}

interface Conditions {
  readonly systems?: readonly string[];
  readonly groups?: readonly string[];
  readonly applications?: readonly string[];
}

interface Whose {
  readonly operatingSystem: string;
  readonly groups: readonly string[];
  readonly applicationName: string | null;
}

/**
 * What a check comes to for someone, the slow way: for each thing that can be said, the file is read from its end to its
 * beginning, and the first place that says it counts.
 */
export function modelOf(check: WrittenCheck, whose: Whose) {
  const { for: entries, ...own } = check;
  const backwards: readonly Said[] = [...entries.filter((entry) => fits(entry, whose)).toReversed(), own];
  const first = <Key extends keyof Said>(key: Key) => backwards.find((place) => place[key] !== undefined)?.[key];
  const dated = backwards.find(({ startDate }) => startDate !== undefined);
  const seconds = backwards.find(({ parameters }) => parameters?.maximumSeconds !== undefined)?.parameters;
  return {
    severity: first('severity'),
    unknown: first('unknown'),
    startDate: dated?.startDate,
    graceDays: dated?.graceDays ?? 0,
    parameters: { ...seconds },
  };
}

function fits({ systems, groups, applications }: Conditions, whose: Whose): boolean {
  const plain = (name: string) => name.trim().toLowerCase();
  if (systems && !systems.includes(whose.operatingSystem)) return false;
  if (groups && !whose.groups.map(plain).some((own) => groups.map(plain).includes(own))) return false;
  if (!applications) return true;
  return whose.applicationName !== null && applications.map(plain).includes(plain(whose.applicationName));
}
