import {
  type Call,
  openTryOutCall,
  type SyntheticLaptop,
  type TryOut,
  tryOutCall,
  type TryOutVerdict,
  tryOutVerdictCall,
} from '@vestibule/contracts';

/** What the server says of a try-out, or that it is over, or nothing at all. */
export type Told<Body> = { readonly kind: 'told'; readonly body: Body } | { readonly kind: 'over' | 'away' };

/** The calls of a try-out. Its cookie is the browser's to send, and goes to these calls alone. */
export interface TryOutCalls {
  open(token: string): Promise<Told<TryOut>>;
  look(): Promise<Told<TryOut>>;
  judge(laptop: SyntheticLaptop): Promise<Told<TryOutVerdict>>;
}

export const tryOutCalls: TryOutCalls = {
  open: (token) => ask(openTryOutCall, { token }),
  look: () => ask(tryOutCall),
  judge: (laptop) => ask(tryOutVerdictCall, laptop),
};

async function ask<C extends Call & { readonly answers: { readonly 200: { parse(value: unknown): unknown } } }>(
  { method, path, answers }: C,
  body?: unknown,
): Promise<Told<ReturnType<C['answers'][200]['parse']>>> {
  try {
    const response = await fetch(path, {
      method,
      credentials: 'same-origin',
      cache: 'no-store',
      ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
    });
    if (response.status >= 500) return { kind: 'away' };
    if (!response.ok) return { kind: 'over' };
    const told = answers[200].parse(await response.json()) as ReturnType<C['answers'][200]['parse']>;
    return { kind: 'told', body: told };
  } catch {
    return { kind: 'away' };
  }
}
