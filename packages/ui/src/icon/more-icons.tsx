import type { ReactNode } from 'react';
import { classes } from '../classes.ts';
import styles from './icon.module.css';

/** Icons that the first page does without, each of its own, so that a screen loads those it shows. */
interface MoreIconProps {
  /** 16 px instead of 20. */
  readonly isSmall?: boolean;
  readonly className?: string | undefined;
}

function Drawn({ isSmall = false, className, children }: MoreIconProps & { readonly children: ReactNode }) {
  return (
    <svg
      aria-hidden="true"
      className={classes(styles['icon'], isSmall && styles['small'], className)}
      viewBox="0 0 20 20"
    >
      {children}
    </svg>
  );
}

export function DownloadIcon(props: MoreIconProps) {
  return (
    <Drawn {...props}>
      <path d="M10 3.4v9.2m-3.7-3.5L10 12.8l3.7-3.7M3.6 16.6h12.8" />
    </Drawn>
  );
}

export function PuzzleIcon(props: MoreIconProps) {
  return (
    <Drawn {...props}>
      <path d="M8 4.2a1.9 1.9 0 0 1 3.8 0v1.2h3a1.4 1.4 0 0 1 1.4 1.4v2.7h-1.1a1.9 1.9 0 0 0 0 3.8h1.1v2.1a1.4 1.4 0 0 1-1.4 1.4H5a1.4 1.4 0 0 1-1.4-1.4V6.8A1.4 1.4 0 0 1 5 5.4h3z" />
    </Drawn>
  );
}

export function MailIcon(props: MoreIconProps) {
  return (
    <Drawn {...props}>
      <rect height="11.2" rx="1.8" width="14.8" x="2.6" y="4.4" />
      <path d="m3 6 7 5 7-5" />
    </Drawn>
  );
}

export function PeopleIcon(props: MoreIconProps) {
  return (
    <Drawn {...props}>
      <circle cx="7.6" cy="7" r="2.9" />
      <path d="M2.2 16.4c.4-3 2.5-4.6 5.4-4.6s5 1.6 5.4 4.6M13 4.4a2.8 2.8 0 0 1 0 5.2M15 12.4c1.6.6 2.6 2 2.8 4" />
    </Drawn>
  );
}

export function GlobeIcon(props: MoreIconProps) {
  return (
    <Drawn {...props}>
      <circle cx="10" cy="10" r="7.6" />
      <path d="M2.4 10h15.2M10 2.4c2.2 2.1 3.3 4.6 3.3 7.6s-1.1 5.5-3.3 7.6c-2.2-2.1-3.3-4.6-3.3-7.6s1.1-5.5 3.3-7.6z" />
    </Drawn>
  );
}
