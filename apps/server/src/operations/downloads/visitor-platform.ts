import type { IncomingHttpHeaders } from 'node:http';
import type { OperatingSystem } from '@vestibule/contracts';
import type { Platform } from './find-package.ts';

/** What browsers call the systems that Workplace runs on, in client hints. */
const HINTED: { readonly [name: string]: OperatingSystem } = { Windows: 'windows', macOS: 'macos', Linux: 'linux' };

const MOBILE = /Android|iPhone|iPad|iPod|Mobile|CrOS/;

/**
 * What computer a browser says it runs on: its client hints where it sends them, else its user agent.
 * @returns null for phones, tablets and what Workplace does not run on
 */
export function platformOfVisitor(headers: IncomingHttpHeaders, asked?: OperatingSystem): Platform | null {
  const agent = headers['user-agent'] ?? '';
  const system = asked ?? systemOf(hint(headers, 'sec-ch-ua-platform'), agent);
  return system === null ? null : { system, architecture: architectureOf(hint(headers, 'sec-ch-ua-arch'), agent) };
}

function hint(headers: IncomingHttpHeaders, name: string): string | null {
  const value = headers[name];
  return typeof value === 'string' ? value.replaceAll('"', '').trim() : null;
}

function systemOf(hinted: string | null, agent: string): OperatingSystem | null {
  if (hinted !== null && hinted !== '' && hinted !== 'Unknown') return HINTED[hinted] ?? null;
  if (MOBILE.test(agent)) return null;
  if (agent.includes('Windows NT')) return 'windows';
  if (agent.includes('Macintosh')) return 'macos';
  return agent.includes('Linux') ? 'linux' : null;
}

/** Every browser on macOS says Intel in its user agent, whatever the processor is. */
function architectureOf(hinted: string | null, agent: string): Platform['architecture'] {
  if (hinted === 'arm') return 'arm64';
  if (hinted === 'x86') return 'x64';
  if (/aarch64|arm64|ARM64/.test(agent)) return 'arm64';
  return /x86_64|x64|Win64|WOW64/.test(agent) && !agent.includes('Macintosh') ? 'x64' : null;
}
