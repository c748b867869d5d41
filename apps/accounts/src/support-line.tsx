import { StatusFootnote } from '@vestibule/ui';
import type { PublicInfo } from './server.ts';
import { texts } from './texts.ts';

/** Who helps when signing in does not work; absent where the company has given no contact. */
export function SupportLine({ info }: { readonly info: PublicInfo | null }) {
  if (info === null || (info.phone === '' && info.email === '')) return null;
  const { phone, email } = info;
  return (
    <StatusFootnote>
      {texts.problems} {phone !== '' && <a href={`tel:${phone.replaceAll(/[^+\d]/g, '')}`}>{texts.call(phone)}</a>}
      {phone !== '' && email !== '' && ' · '}
      {email !== '' && <a href={`mailto:${email}`}>{email}</a>}
    </StatusFootnote>
  );
}
