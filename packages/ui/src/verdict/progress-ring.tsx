export interface ProgressRingProps {
  /** 0 to 1. */
  readonly share: number;
  readonly className?: string | undefined;
}

export function ProgressRing({ share, className }: ProgressRingProps) {
  return (
    <svg aria-hidden="true" className={className} viewBox="0 0 20 20">
      <circle cx="10" cy="10" opacity=".22" r="7.6" />
      <path d="M10 2.4a7.6 7.6 0 1 1-.01 0" pathLength="100" strokeDasharray={`${Math.round(share * 100)} 100`} />
    </svg>
  );
}
