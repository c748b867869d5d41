/** @returns an address that calls the number */
export function phoneLink(phone: string): string {
  return `tel:${phone.replaceAll(/[^+\d]/g, '')}`;
}

/** A message whose subject is the support code, so that it need not be typed. */
export function mailLink(email: string, supportCode: string | null): string {
  const address = `mailto:${encodeURIComponent(email).replaceAll('%40', '@')}`;
  return supportCode === null ? address : `${address}?subject=${encodeURIComponent(supportCode)}`;
}

/** Shown without its scheme; an address that is none of the web is shown and leads nowhere. */
export function webLink(address: string): { readonly value: string; readonly href?: string } {
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) return { value: address };
  return { value: address.replace(/^https?:\/\//i, '').replace(/\/$/, ''), href: address };
}
