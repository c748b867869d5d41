import { DRAWN, Picture } from '@vestibule/ui';

/** A computer whose checks are done, and the open doors it leads to. */
export function WorkplacePicture({ name }: { readonly name: string }) {
  return (
    <Picture height={208} name={name}>
      <rect className={DRAWN.surface} height="114" rx="11" width="176" x="112" y="44" />
      <rect className={DRAWN.line} height="114" rx="11" width="176" x="112" y="44" />
      <path className={DRAWN.ground} d="M88 172h224" />
      {[
        { y: 72, width: 84 },
        { y: 101, width: 104 },
        { y: 130, width: 62 },
      ].map(({ y, width }) => (
        <g key={y}>
          <circle className={DRAWN.accent} cx="138" cy={y} r="8" />
          <path className={DRAWN.tick} d={`m134.4 ${y + 0.3} 2.5 2.5 4.6-5`} />
          <rect className={DRAWN.muted} height="8" rx="4" width={width} x="156" y={y - 4} />
        </g>
      ))}
      <path className={DRAWN.stroke} d="M332 112h36m-8-8 8 8-8 8" />
      <path className={DRAWN.surface} d="M398 170v-62a33 33 0 0 1 66 0v62z" />
      <path className={DRAWN.light} d="M406 171v-63a25 25 0 0 1 50 0v63z" />
      <path className={DRAWN.leaf} d="M406 171v-63c0-6 2-12 6-16.5l5.5 4V178z" />
      <path className={DRAWN.leaf} d="M456 171v-63c0-6-2-12-6-16.5l-5.5 4V178z" />
      <path className={DRAWN.frame} d="M398 170v-62a33 33 0 0 1 66 0v62" />
      <path className={DRAWN.ground} d="M384 172h94" />
    </Picture>
  );
}

/** The browser's own button for downloads, and the list under it. */
export function DownloadsPicture({ name }: { readonly name: string }) {
  return (
    <Picture height={120} name={name}>
      <rect className={DRAWN.surface} height="120" rx="10" width="496" x="32" y="32" />
      <rect className={DRAWN.line} height="120" rx="10" width="496" x="32" y="32" />
      <path className={DRAWN.line} d="M32 76h496" />
      <rect className={DRAWN.muted} height="16" rx="8" width="300" x="52" y="46" />
      <circle className={DRAWN.muted} cx="508" cy="54" r="9" />
      <circle className={DRAWN.muted} cx="400" cy="54" r="9" />
      <circle className={DRAWN.soft} cx="454" cy="54" r="17" />
      <path className={DRAWN.stroke} d="M454 46v11m-4.5-4.3 4.5 4.5 4.5-4.5M446 62h16" />
      <rect className={DRAWN.surface} height="60" rx="8" width="180" x="330" y="84" />
      <rect className={DRAWN.line} height="60" rx="8" width="180" x="330" y="84" />
      <rect className={DRAWN.accent} height="18" rx="5" width="18" x="342" y="94" />
      <path className={DRAWN.tick} d="M347 108v-4.5a4 4 0 0 1 8 0v4.5" />
      <rect className={DRAWN.muted} height="7" rx="3.5" width="96" x="370" y="95" />
      <rect className={DRAWN.muted} height="6" rx="3" width="60" x="370" y="106" />
    </Picture>
  );
}

/** The card of the extension in the browser's list, its switch turned on. */
export function SwitchPicture({ name }: { readonly name: string }) {
  return (
    <Picture height={160} name={name}>
      <rect className={DRAWN.surface} height="140" rx="12" width="320" x="120" y="26" />
      <rect className={DRAWN.line} height="140" rx="12" width="320" x="120" y="26" />
      <rect className={DRAWN.accent} height="36" rx="10" width="36" x="142" y="48" />
      <path className={DRAWN.boldTick} d="M152 76v-9a8 8 0 0 1 16 0v9" />
      <rect className={DRAWN.muted} height="10" rx="5" width="118" x="194" y="50" />
      <rect className={DRAWN.muted} height="8" rx="4" width="170" x="194" y="70" />
      <path className={DRAWN.line} d="M120 102h320" />
      <rect className={DRAWN.muted} height="9" rx="4.5" width="62" x="142" y="113" />
      <rect className={DRAWN.accent} height="20" rx="10" width="38" x="380" y="108" />
      <circle className={DRAWN.knob} cx="408" cy="118" r="7" />
    </Picture>
  );
}
