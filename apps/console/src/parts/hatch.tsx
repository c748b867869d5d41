const WIDE = 5;

export interface HatchProps {
  /** What a shape is filled with: `url(#…)`. */
  readonly id: string;
  readonly className?: string | undefined;
}

/** The lines of a part of a bar that is not there yet, or not known: never by its colour alone. */
export function Hatch({ id, className }: HatchProps) {
  return (
    <defs>
      <pattern height={WIDE} id={id} patternTransform="rotate(45)" patternUnits="userSpaceOnUse" width={WIDE}>
        <rect className={className} height={WIDE} width={2} />
      </pattern>
    </defs>
  );
}
