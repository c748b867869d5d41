/**
 * The name of a cookie of ours. Over https it is one that browsers take from this very host only: not from a page of a
 * sibling host, nor from one over http. A trial on plain loopback cannot have such a name.
 */
export function hostCookie(context: { readonly publicUrl: string }, name: string): string {
  return isHttps(context) ? `__Host-${name}` : name;
}

export function isHttps({ publicUrl }: { readonly publicUrl: string }): boolean {
  return publicUrl.startsWith('https:');
}
