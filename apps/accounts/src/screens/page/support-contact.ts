import type { SignInOptions } from '@vestibule/contracts';

/** The address that a call to a number has. */
export function phoneAddress(phone: string): string {
  return `tel:${phone.replaceAll(/[^+\d]/g, '')}`;
}

/** Where a person finds help: an email before a phone call; null where the company has given no contact. */
export function supportAddress({ email, phone }: SignInOptions['support']): string | null {
  if (email !== '') return `mailto:${email}`;
  return phone === '' ? null : phoneAddress(phone);
}
