import type { ReactNode } from 'react';

/** 20 × 20 box, 1.6 stroke, round ends, as in packages/ui: those that the console alone shows. */
const SHAPES = {
  applications: (
    <>
      <rect height="5.6" rx="1.4" width="5.6" x="3" y="3" />
      <rect height="5.6" rx="1.4" width="5.6" x="11.4" y="3" />
      <rect height="5.6" rx="1.4" width="5.6" x="3" y="11.4" />
      <circle cx="14.2" cy="14.2" r="2.8" />
    </>
  ),
  audit: <path d="M7 5h10M7 10h10M7 15h10M3.2 5h.1M3.2 10h.1M3.2 15h.1" />,
  check: <path d="m4.4 10.6 3.6 3.6 7.6-8.2" />,
  clock: (
    <>
      <circle cx="10" cy="10" r="7.6" />
      <path d="M10 5.8V10l2.8 1.8" />
    </>
  ),
  close: <path d="m5.4 5.4 9.2 9.2m0-9.2-9.2 9.2" />,
  computers: (
    <>
      <rect height="9" rx="1.6" width="12.8" x="3.6" y="4" />
      <path d="M1.8 16h16.4" />
    </>
  ),
  copy: (
    <>
      <rect height="10" rx="1.6" width="9" x="7.4" y="6.8" />
      <path d="M12.6 6.8V4.8a1.6 1.6 0 0 0-1.6-1.6H5.2a1.6 1.6 0 0 0-1.6 1.6v6.8a1.6 1.6 0 0 0 1.6 1.6h2.2" />
    </>
  ),
  down: <path d="m5.4 7.7 4.6 4.6 4.6-4.6" />,
  eye: (
    <>
      <path d="M1.8 10S4.8 4.6 10 4.6 18.2 10 18.2 10 15.2 15.4 10 15.4 1.8 10 1.8 10z" />
      <circle cx="10" cy="10" r="2.4" />
    </>
  ),
  'first-steps': <path d="m2.8 5.4 1.5 1.5 2.7-3M2.8 13.9l1.5 1.5 2.7-3M10.2 5.4h7M10.2 13.9h7" />,
  gate: <path d="M4.4 16.6V9.2a5.6 5.6 0 0 1 11.2 0v7.4M2.2 16.6h15.6M10 3.8v12.8" />,
  key: (
    <>
      <circle cx="6.8" cy="13.2" r="3.6" />
      <path d="m9.4 10.6 7-7m-2.4 2.4 2 2" />
    </>
  ),
  lock: (
    <>
      <rect height="8.4" rx="1.8" width="11.6" x="4.2" y="8.6" />
      <path d="M6.8 8.6V6.2a3.2 3.2 0 0 1 6.4 0v2.4" />
    </>
  ),
  menu: <path d="M3 6h14M3 10h14M3 14h14" />,
  offline: (
    <>
      <path d="M2.2 7.6A12 12 0 0 1 7 5m4-.6a12 12 0 0 1 6.8 3.2M5 10.6a8 8 0 0 1 3-1.7m4.6.4a8 8 0 0 1 2.4 1.3M7.9 13.4a4 4 0 0 1 4.2 0M10 16.2v.1" />
      <path d="m3 3 14 14" />
    </>
  ),
  overview: (
    <>
      <rect height="8" rx="1.4" width="6" x="3" y="3" />
      <rect height="5" rx="1.4" width="6" x="11" y="3" />
      <rect height="7" rx="1.4" width="6" x="11" y="10" />
      <rect height="4" rx="1.4" width="6" x="3" y="13" />
    </>
  ),
  people: (
    <>
      <circle cx="7.6" cy="7" r="2.9" />
      <path d="M2.2 16.4c.4-3 2.5-4.6 5.4-4.6s5 1.6 5.4 4.6M13 4.4a2.8 2.8 0 0 1 0 5.2M15 12.4c1.6.6 2.6 2 2.8 4" />
    </>
  ),
  person: (
    <>
      <circle cx="10" cy="6.8" r="3" />
      <path d="M4 16.6c.5-3.2 2.8-4.9 6-4.9s5.5 1.7 6 4.9" />
    </>
  ),
  policy: (
    <>
      <path d="M3 6h7m4 0h3M3 14h3m4 0h7" />
      <circle cx="12" cy="6" r="2" />
      <circle cx="8" cy="14" r="2" />
    </>
  ),
  right: <path d="m7.7 5.4 4.6 4.6-4.6 4.6" />,
  search: (
    <>
      <circle cx="9" cy="9" r="5.6" />
      <path d="m13.2 13.2 3.6 3.6" />
    </>
  ),
  settings: (
    <>
      <circle cx="10" cy="10" r="2.6" />
      <path d="M10 2.6v2m0 10.8v2M2.6 10h2m10.8 0h2M4.8 4.8l1.4 1.4m7.6 7.6 1.4 1.4m0-10.4-1.4 1.4m-7.6 7.6-1.4 1.4" />
    </>
  ),
  'sign-ins': (
    <path d="M11.4 3.6h3a1.8 1.8 0 0 1 1.8 1.8v9.2a1.8 1.8 0 0 1-1.8 1.8h-3M3.4 10h8.4M8.6 6.8l3.2 3.2-3.2 3.2" />
  ),
  'sign-out': (
    <path d="M8.6 3.6h-3a1.8 1.8 0 0 0-1.8 1.8v9.2a1.8 1.8 0 0 0 1.8 1.8h3M8 10h8.6m-3.2-3.2 3.2 3.2-3.2 3.2" />
  ),
  terminal: (
    <>
      <rect height="13" rx="1.8" width="15.6" x="2.2" y="3.5" />
      <path d="m5.4 7.4 2.6 2.6-2.6 2.6m4.4.2h4" />
    </>
  ),
  waiting: (
    <path d="M2.8 11.6 4.9 4.8a1.6 1.6 0 0 1 1.5-1.1h7.2a1.6 1.6 0 0 1 1.5 1.1l2.1 6.8V15a1.6 1.6 0 0 1-1.6 1.6H4.4A1.6 1.6 0 0 1 2.8 15zm0 0h4l1.1 2h4.2l1.1-2h4" />
  ),
  warning: <path d="M10 3.4 17.6 16.4H2.4zM10 8v3.8m0 2.1v.1" />,
} satisfies { readonly [name: string]: ReactNode };

export type MarkName = keyof typeof SHAPES;

/** Decorative: its name stands next to it. */
export function Mark({ name, className }: { readonly name: MarkName; readonly className?: string | undefined }) {
  return (
    <svg
      aria-hidden="true"
      className={className}
      fill="none"
      height="18"
      stroke="currentColor"
      strokeLinecap="round"
      strokeLinejoin="round"
      strokeWidth="1.6"
      viewBox="0 0 20 20"
      width="18"
    >
      {SHAPES[name]}
    </svg>
  );
}
