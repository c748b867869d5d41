import type { CompanyConfiguration, ErrorCode } from '@vestibule/contracts';
import type { SigningKey as GrantSigningKey } from '@vestibule/device-keys';
import type { Config } from '../operations/config/config.ts';
import type { MasterKey } from '../operations/crypto/master-key.ts';
import type { MasterKeyFile } from '../operations/crypto/master-key-file.ts';
import type { Database } from '../database/open.ts';
import type { EventBus } from '../operations/events/event-bus.ts';
import type { Metrics } from '../operations/metrics/metrics.ts';
import type { Unwritten } from '../operations/log/unwritten.ts';
import type { WindowCounters } from '../operations/counting/window-counters.ts';
import type { Company, Silo } from '../repositories/companies.ts';
import type { SigningKey } from '../protocols/saml/index.ts';
import type { EvidenceStore } from '../operations/storage/evidence-store.ts';
import type { Lifecycle } from '@vestibule/checks';
import type { KnownApplications } from './known-applications.ts';
import type { LifecycleMemory } from './lifecycle-memory.ts';
import type { LoadedPolicy } from './loaded-policy.ts';
import type { Counters } from './counted-entries.ts';
import type { OfferedSoftware } from './offered-software.ts';

/** What all companies of one installation share. Time is a dependency. */
export interface Installation extends Counters {
  readonly config: Config;
  readonly database: Database;
  readonly now: () => Date;
  readonly masterKey: MasterKey;
  /** Where it came from at the start, and whether it is still there. */
  readonly masterKeyFile: MasterKeyFile;
  /** Authenticates nonces, XSRF tokens and signed addresses. */
  readonly secret: Buffer;
  /** Signs what the client obeys: session and fix grants. The client pins the public half at installation. */
  readonly grantKey: { readonly key: GrantSigningKey; readonly thumbprint: string };
  /** Signed reports as they came, kept as evidence. */
  readonly evidence: EvidenceStore;
  readonly lifecycleMemory: LifecycleMemory;
  /** What could not be written lately. */
  readonly unwritten: Unwritten;
  readonly events: EventBus;
  readonly metrics: Metrics;
  /** What each try of a backup’s passphrase costs, as a power of two; as usual when left out. */
  readonly backupWorkFactor?: number;
  readonly companies: CompanyDirectory;
  readonly knownApplications: KnownApplications;
  /** Guesses at passwords, by login and by the wider networks that they come from. */
  readonly guesses: WindowCounters;
  /** How much the computers of each person have reported lately. */
  readonly reported: WindowCounters;
  /** How many lines each person's pages have written to the activity log lately. */
  readonly activity: WindowCounters;
  /** Arrivals of people whom no one knew yet, by address and by company. */
  readonly arrivals: WindowCounters;
}

/** What every use case works with: the installation, seen from one company. Companies never see each other. */
export interface ServerContext extends Installation {
  readonly company: Company;
  readonly configuration: CompanyConfiguration;
  readonly silo: Silo | null;
  /** Origin of the company's gate, without a slash at the end. */
  readonly publicUrl: string;
  readonly policy: LoadedPolicy;
  /** What is known of the ends of releases. */
  readonly lifecycle: Lifecycle;
  /** What "Install now" may install. */
  readonly software: readonly OfferedSoftware[];
  readonly samlKeys: SamlKeys;
}

/** Finds the company a request is for. */
export interface CompanyDirectory {
  /** @param host as in a Host header: name, and port unless it is the scheme's own */
  byHost(host: string): Promise<ServerContext | null>;
  byId(id: string): Promise<ServerContext | null>;
  byName(name: string): Promise<ServerContext | null>;
  /** The company of an installation that has no other; null: there is none, or there are several. */
  only(): Promise<ServerContext | null>;
  /**
   * The company as it stands now: what is in memory of it, unless that is older.
   * @param generation as it was just read; left out: it is asked for
   */
  asOf(context: ServerContext, generation?: number): Promise<ServerContext>;
  /** Reads everything again at the next question: something was changed. */
  forget(): void;
}

export interface SamlKeys {
  /** Signs. One key object, kept in memory. */
  readonly active: SigningKey;
  /** In metadata, the active one first. */
  readonly published: readonly SigningKey[];
}

/** Where a request comes from, for audit entries. */
export interface Origin {
  readonly address: string;
  readonly correlationId: string;
}

/** An expected failure: the code decides status and text. */
export interface Refusal<Code extends ErrorCode = ErrorCode> {
  readonly refused: Code;
  readonly message: string;
}

/** Builds a refusal. The message is for developers and support people; it holds no secret. */
export function refuse<const Code extends ErrorCode>(code: Code, message: string): Refusal<Code> {
  return { refused: code, message };
}

/** Tells a refusal from an answer. */
export function isRefusal(value: unknown): value is Refusal {
  return typeof value === 'object' && value !== null && 'refused' in value;
}
