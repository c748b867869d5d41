import { useTimes } from './use-times.ts';

/** A moment, short; whole with its zone for whom points at it. */
export function Moment({ at }: { readonly at: string | Date }) {
  const times = useTimes();
  return (
    <time dateTime={new Date(at).toISOString()} title={times.whole(at)}>
      {times.short(at)}
    </time>
  );
}
