import type { ErrorCode } from '@vestibule/contracts';
import type { SigningKey as GrantSigningKey } from '@vestibule/device-keys';
import type { Config } from '../config/config.ts';
import type { MasterKey } from '../crypto/master-key.ts';
import type { Database } from '../database/open.ts';
import type { Company } from '../repositories/companies.ts';
import type { SigningKey } from '../saml/index.ts';
import type { LoadedPolicy } from './policy-file.ts';

/** What every use case works with. Time is a dependency. */
export interface ServerContext {
  readonly config: Config;
  readonly database: Database;
  readonly now: () => Date;
  readonly masterKey: MasterKey;
  /** Authenticates nonces, XSRF tokens and signed addresses. */
  readonly secret: Buffer;
  /** Signs what the client obeys: session and fix grants. The client pins the public half at installation. */
  readonly grantKey: { readonly key: GrantSigningKey; readonly thumbprint: string };
  readonly samlKey: SigningKey;
  readonly company: Company;
  readonly policy: LoadedPolicy;
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
