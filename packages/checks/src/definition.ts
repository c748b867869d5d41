import type { CheckType, FactReading, FixAction, OperatingSystem, Said, UnavailableReason } from '@vestibule/contracts';
import type * as z from 'zod/mini';
import type { SettingsPlace } from './open-settings.ts';
import type { Lifecycle } from './os-supported/lifecycle.ts';
import type { ChangePort, Outcome, SystemPort } from './system-port.ts';

/** A text by key, so that it can be shown in any language; the English text lives next to it in the check's folder. */
export interface TextRef {
  readonly key: string;
  readonly values?: Readonly<Record<string, TextValue | SimpleTextRef>>;
}

/** A text that may stand in another: no third stands in it. */
export interface SimpleTextRef {
  readonly key: string;
  readonly values?: Readonly<Record<string, TextValue>>;
}

/** A list is shown with commas. */
export type TextValue = string | number | readonly string[];

/** A text, or what is the same in every language: a name, a path, what a tool printed. */
export type Wording = string | TextRef;

/** What a check makes of a fact. `not-applicable` counts as passed and says so. */
export interface Judgement {
  readonly state: 'passed' | 'failed' | 'unknown' | 'not-applicable';
  /** Headline: 'The firewall is turned off'. */
  readonly message: TextRef;
  /** One sentence: why it matters or what happens next. */
  readonly description: TextRef;
  readonly found: Wording;
  readonly wanted: Wording;
  readonly items?: readonly { readonly label: Wording; readonly value: Wording }[];
  /** Parameters for the fix, from policy. Absent when this state cannot be fixed by the client. */
  readonly fix?: NonNullable<FixAction['parameters']>;
  /** Agents of which any would make it pass, where none of them is installed. */
  readonly missing?: readonly string[];
  /** The system is making it right by itself; `percent` where it says how far it is. */
  readonly underway?: { readonly percent?: number };
  /** True when the company decides the very setting this check judges, although the rest of the fact is the person's. */
  readonly managed?: boolean;
  /** Why the state is `unknown`; 'unexpected-output' when left out. */
  readonly reason?: UnavailableReason;
}

export interface JudgeContext {
  readonly operatingSystem: OperatingSystem;
  readonly now: Date;
  /** Newer than what this version knows itself of the ends of releases. */
  readonly lifecycle?: Lifecycle;
}

export type CheckTexts = Readonly<Record<string, string>> & {
  /** Shown while scanning: 'Firewall is on'. */
  readonly scanText: string;
  /** The name of what is checked: 'Firewall'. */
  readonly unknownText: string;
};

/** One check: what it needs to know and what it makes of it. Pure; readers and fixes live in `CheckReader`. */
export interface CheckDefinition<Value = unknown, Parameters = unknown> {
  readonly type: CheckType;
  /** Name of the fact group this check judges; several checks may share one. */
  readonly facts: string;
  readonly factSchema: z.ZodMiniType<Value>;
  /** Policy parameters; parsing `{}` gives the defaults. */
  readonly parameters: z.ZodMiniType<Parameters>;
  /** Written as a method, so that definitions of different values share one record; callers parse the value first. */
  judge(value: Value, parameters: Parameters, context: JudgeContext): Judgement;
  /** Every moment at which time alone may change what it makes of a value; left out: none. */
  moments?(value: Value, parameters: Parameters, context: Omit<JudgeContext, 'now'>): readonly number[];
  /** English texts by key, placeholders as `{name}`; their translations are in the portal's catalogues. */
  readonly texts: CheckTexts;
  readonly helpArticle?: string;
  /** Operating systems on which the client can run this check's fix. */
  readonly fixableOn: readonly OperatingSystem[];
  /**
   * The systems on which the check exists; left out: every one. Elsewhere it is not asked: it neither fails nor is unknown,
   * and no policy can ask for it there. Never said for a reading that a system gives to some computers and not to others.
   */
  readonly systems?: readonly OperatingSystem[];
}

/** Whether a check is asked on a system at all. */
export function isAskedOn({ systems }: Pick<CheckDefinition, 'systems'>, system: OperatingSystem): boolean {
  return systems === undefined || systems.includes(system);
}

/** Reads one fact group on one operating system. Never throws; anything not understood is `unavailable`. */
export interface FactReader {
  readonly facts: string;
  readonly operatingSystem: OperatingSystem;
  readonly read: (system: SystemPort) => Promise<FactReading>;
  /** Files and folders whose change may change the fact, for the system's own file events. */
  readonly watch: (system: SystemPort) => readonly string[];
}

/** What a fix did: a change, or no more than to open a page of the settings. */
export type Applied =
  | { readonly undo: Said; readonly opened?: never }
  | { readonly opened: SettingsPlace; readonly undo?: never };

/** Repairs one check on one operating system. Applied, then the check is read again before it is called done. */
export interface CheckFix {
  readonly type: CheckType;
  readonly operatingSystem: OperatingSystem;
  readonly needsElevation: boolean;
  readonly parameters: z.ZodMiniType;
  /** What it sets is not what the check reads: definitions and updates come later, where a service has been turned on. */
  readonly takesEffectLater?: true;
  /** Values with which it changes nothing and only opens a page of the settings: no administrator is asked for it. */
  readonly onlyOpens?: (parameters: unknown) => boolean;
  /** @returns how to take it back, in one sentence a person can follow, or what was opened */
  readonly apply: (system: ChangePort, parameters: unknown) => Promise<Outcome<Applied>>;
}
