import { readFileSync } from 'node:fs';
import type { ClientDetails } from '@vestibule/contracts';
import { isProtectedInstallation, type Program, scriptsOf } from '../system/program.ts';
import type { LocalSystem } from '../system/local-system.ts';
import { CLIENT_VERSION } from '../version.ts';

/** What a program says of itself, whatever keys it signs with. */
export type ProgramDetails = Omit<ClientDetails, 'keyProtection'>;

/** What the client says of itself in every report: claimed, not attested. */
export function readProgramDetails(program: Program, system: LocalSystem): ProgramDetails {
  // Not at the start: a command that makes no report does not wait for it.
  const { createHash } = process.getBuiltinModule('node:crypto');
  const hash = createHash('sha256');
  // As `cat *.mjs | sha256sum` says it of a package.
  for (const script of scriptsOf(program)) hash.update(readFileSync(script));
  return {
    version: CLIENT_VERSION,
    installScope: installScope(program),
    codeHash: hash.digest('hex'),
    systemRoot: system.rootFolder === null ? 'real' : 'scratch',
  };
}

function installScope(program: Program): ClientDetails['installScope'] {
  if (program.launcher === null) return 'development';
  return isProtectedInstallation(program) ? 'machine' : 'user';
}
