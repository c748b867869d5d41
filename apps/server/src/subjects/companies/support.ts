import type { ADMIN_CALLS, Outcome } from '@vestibule/contracts';
import { DOMParser, onErrorStopParsing } from '@xmldom/xmldom';
import type * as z from 'zod/mini';
import { changeSupport, updateCompany } from '../../repositories/admin-companies.ts';
import { type Refusal, refuse } from '../../context/server-context.ts';
import { type Acting, carryOut, changesBetween } from '../audit/acting.ts';

type SupportLines = z.infer<typeof ADMIN_CALLS.adminSetSupport.body>;

/** Sets lines of the support block. No number is shown until a real one is set. */
export async function setSupport(acting: Acting, lines: SupportLines): Promise<Outcome | Refusal<never>> {
  const { company } = acting.context;
  return carryOut(
    acting,
    {
      action: 'company',
      target: company.name,
      changes: changesBetween(company.support, lines),
      details: { what: 'support' },
    },
    async (transaction) => {
      await changeSupport(transaction, company.id, lines);
      return null;
    },
  );
}

/** Sets the logo, once it is what it says it is. */
export async function setLogo(acting: Acting, logoUrl: string | null): Promise<Outcome | Refusal<'request_malformed'>> {
  const { company } = acting.context;
  const problem = logoUrl === null ? null : findLogoProblem(logoUrl);
  if (problem !== null) return refuse('request_malformed', `body.logoUrl: ${problem}`);
  const changes = changesBetween({ logoUrl: shorten(company.logoUrl) }, { logoUrl: shorten(logoUrl) });
  return carryOut(
    acting,
    { action: 'company', target: company.name, changes, details: { what: 'logo' } },
    async (transaction) => {
      await updateCompany(transaction, company.id, { logoUrl });
      return null;
    },
  );
}

/** Audit entries do not hold pictures. */
function shorten(logoUrl: string | null): string | null {
  return logoUrl !== null && logoUrl.startsWith('data:') && logoUrl.length > 80
    ? `${logoUrl.slice(0, 48)}… (${logoUrl.length} characters, ends in ${logoUrl.slice(-8)})`
    : logoUrl;
}

const DATA_ADDRESS = /^data:(image\/(?:png|jpeg|webp|svg\+xml))(;base64)?,(.+)$/s;

/** A page shows it in an `img`, where no picture runs a script; still, it has to be a picture. */
function findLogoProblem(logoUrl: string): string | null {
  if (!logoUrl.startsWith('data:')) {
    const url = URL.parse(logoUrl);
    return url?.protocol === 'https:' ? null : 'is an https address, or a data address of a PNG, JPEG, WebP or SVG.';
  }
  const [, type, base64, content = ''] = DATA_ADDRESS.exec(logoUrl) ?? [];
  if (type === undefined) return 'is no data address of a PNG, JPEG, WebP or SVG.';
  if (base64 === undefined && type !== 'image/svg+xml') return 'is not base64.';
  const bytes = base64 === undefined ? decodePercent(content) : Buffer.from(content, 'base64');
  if (bytes === null) return 'cannot be decoded.';
  return isPicture(type, bytes) ? null : `does not hold a picture of the type ${type}.`;
}

function decodePercent(content: string): Buffer | null {
  try {
    return Buffer.from(decodeURIComponent(content));
  } catch {
    return null;
  }
}

function isPicture(type: string, bytes: Buffer): boolean {
  switch (type) {
    case 'image/png':
      return bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]));
    case 'image/jpeg':
      return bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]));
    case 'image/webp':
      return bytes.subarray(0, 4).toString('latin1') === 'RIFF' && bytes.subarray(8, 12).toString('latin1') === 'WEBP';
    default:
      return isSvg(bytes.toString('utf8'));
  }
}

function isSvg(text: string): boolean {
  try {
    const parser = new DOMParser({ locator: false, onError: onErrorStopParsing });
    const root = parser.parseFromString(text, 'image/svg+xml').documentElement;
    return root?.localName === 'svg' && root.namespaceURI === 'http://www.w3.org/2000/svg';
  } catch {
    return false;
  }
}
