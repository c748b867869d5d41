import { readFileSync } from 'node:fs';
import type { ClientDetails } from '@vestibule/contracts';
import { isProtectedInstallation, type Program } from '../system/program.ts';
import type { LocalSystem } from '../system/local-system.ts';
import { CLIENT_VERSION } from '../version.ts';

/** What the client says of itself in every report: claimed, not attested. */
export function readClientDetails(program: Program, system: LocalSystem): ClientDetails {
  // Not at the start: a command that makes no report does not wait for it.
  const { createHash } = process.getBuiltinModule('node:crypto');
  return {
    version: CLIENT_VERSION,
    installScope: installScope(program),
    codeHash: createHash('sha256').update(readFileSync(program.code)).digest('hex'),
    keyProtection: 'file',
    systemRoot: system.rootFolder === null ? 'real' : 'scratch',
  };
}

function installScope(program: Program): ClientDetails['installScope'] {
  if (program.launcher === null) return 'development';
  return isProtectedInstallation(program) ? 'machine' : 'user';
}
