import type * as z from 'zod/mini';
import { useLocation, useSearch } from 'wouter';

type Shape = { readonly [name: string]: z.ZodMiniType<string | undefined> };
type Values<S extends Shape> = { readonly [name in keyof S]: z.output<S[name]> };

type Changed<S extends Shape> = { readonly [name in keyof S]?: string | undefined };

/**
 * What of a page stands in its address: view, filters, sorting, the open row. Back takes a change back, a copied address shows
 * the same page. What does not fit is as good as absent.
 * A change with `isSameStep` takes no step of its own: the next letter of a search.
 * @param shape a schema for each key; what has no key here is left alone
 */
export function useAddress<const S extends Shape>(
  shape: S,
): readonly [Values<S>, (change: Changed<S>, options?: { readonly isSameStep: boolean }) => void] {
  const [path, navigate] = useLocation();
  const search = useSearch();
  const query = new URLSearchParams(search);
  const values = Object.fromEntries(
    Object.entries(shape).map(([name, schema]) => [name, schema.safeParse(query.get(name) ?? undefined).data]),
  ) as Values<S>;
  return [
    values,
    (change, { isSameStep } = { isSameStep: false }) =>
      navigate(`${path}${withChange(search, change)}`, { replace: isSameStep }),
  ];
}

/** A query with some of its keys changed; undefined and empty take a key out. */
export function withChange(search: string, change: { readonly [name: string]: string | undefined }): string {
  const query = new URLSearchParams(search);
  for (const [name, value] of Object.entries(change)) {
    if (value === undefined || value === '') query.delete(name);
    else query.set(name, value);
  }
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}
