import styles from './icon.module.css';

const question = 'M7.9 8a2.1 2.1 0 1 1 3.1 1.9c-.7.4-1 .8-1 1.5M10 14v.05';
const glyph = styles['glyph'];

/** 20 × 20 box, 1.6 stroke, round ends. Each verdict has a shape of its own; filled ones stand for verdicts only. */
export const SHAPES = {
  waiting: <circle cx="10" cy="10" opacity=".75" r="7.6" strokeWidth="1.5" />,
  scanning: (
    <>
      <circle cx="10" cy="10" opacity=".22" r="7.6" strokeWidth="2" />
      <path d="M10 2.4a7.6 7.6 0 0 1 7.6 7.6" strokeWidth="2" />
    </>
  ),
  passed: (
    <>
      <circle className={styles['filled']} cx="10" cy="10" r="8.4" />
      <path className={glyph} d="m6.4 10.3 2.5 2.5 4.8-5.2" strokeWidth="1.7" />
    </>
  ),
  required: (
    <>
      <circle className={styles['filled']} cx="10" cy="10" r="8.4" />
      <path className={glyph} d="M10 5.9v4.8M10 13.9v.05" strokeWidth="1.9" />
    </>
  ),
  stopper: (
    <>
      <path d="M6.7 1.8h6.6l4.9 4.9v6.6l-4.9 4.9H6.7l-4.9-4.9V6.7z" fill="currentColor" strokeWidth="1" />
      <path className={glyph} d="M6.2 10h7.6" strokeWidth="2.2" />
    </>
  ),
  recommended: (
    <>
      <path d="M8.7 3.3 2 14.7a1.5 1.5 0 0 0 1.3 2.3h13.4a1.5 1.5 0 0 0 1.3-2.3L11.3 3.3a1.5 1.5 0 0 0-2.6 0z" />
      <path d="M10 7.7v3.6M10 14v.05" strokeWidth="1.8" />
    </>
  ),
  unknown: (
    <>
      <circle cx="10" cy="10" r="8" strokeDasharray="2.6 2.43" />
      <path d={question} strokeWidth="1.7" />
    </>
  ),
  managed: (
    <>
      <rect height="8" rx="1.8" width="12" x="4" y="9" />
      <path d="M6.8 9V6.6a3.2 3.2 0 0 1 6.4 0V9" />
    </>
  ),
  chevron: <path d="m5.4 7.7 4.6 4.6 4.6-4.6" />,
  clock: (
    <>
      <circle cx="10" cy="10" r="7.6" />
      <path d="M10 5.8V10l2.8 1.8" />
    </>
  ),
  close: <path d="m5 5 10 10M15 5 5 15" />,
  copy: (
    <>
      <rect height="9.6" rx="1.8" width="9.6" x="7" y="7" />
      <path d="M13 7V5.2a1.8 1.8 0 0 0-1.8-1.8h-6a1.8 1.8 0 0 0-1.8 1.8v6A1.8 1.8 0 0 0 5.2 13H7" />
    </>
  ),
  check: <path d="m4.5 10.6 3.5 3.5 7.5-8.1" />,
  desktop: (
    <>
      <rect height="9.6" rx="1.6" width="14.8" x="2.6" y="3.8" />
      <path d="M7 16.8h6M10 13.4v3.4" />
    </>
  ),
  external: (
    <path d="M11.4 3.4h5.2v5.2M16.4 3.6 9.6 10.4M14.6 11.6v3.2a1.8 1.8 0 0 1-1.8 1.8H5.2a1.8 1.8 0 0 1-1.8-1.8V7.2a1.8 1.8 0 0 1 1.8-1.8h3.2" />
  ),
  eye: (
    <>
      <path d="M1.8 10S4.8 4.6 10 4.6 18.2 10 18.2 10 15.2 15.4 10 15.4 1.8 10 1.8 10z" />
      <circle cx="10" cy="10" r="2.4" />
    </>
  ),
  'eye-off': (
    <path d="M4 5.6C2.6 7.1 1.8 10 1.8 10S4.8 15.4 10 15.4c1.4 0 2.7-.4 3.7-1M8.2 4.8c.6-.1 1.2-.2 1.8-.2 5.2 0 8.2 5.4 8.2 5.4a13 13 0 0 1-1.8 2.5M3 3l14 14" />
  ),
  help: (
    <>
      <circle cx="10" cy="10" r="7.6" />
      <path d={question} />
    </>
  ),
  laptop: (
    <>
      <rect height="9" rx="1.6" width="12.8" x="3.6" y="4" />
      <path d="M1.8 16h16.4" />
    </>
  ),
  retry: <path d="M16.2 10a6.2 6.2 0 1 1-1.9-4.5M16.4 2.9v3.3h-3.3" />,
  wrench: (
    <path d="M12.9 3a4.3 4.3 0 0 0-4 5.9L3 14.8a1.6 1.6 0 0 0 2.3 2.3l5.8-5.9A4.3 4.3 0 0 0 17 7.3L14.4 9 11.8 8.2 11 5.6z" />
  ),
} as const;
