import { DRAWN, Picture } from '@vestibule/ui';

/** A page of settings, its one switch marked. */
export function SettingsPicture({ name }: { readonly name: string }) {
  return (
    <Picture height={144} name={name}>
      <rect className={DRAWN.surface} height="150" rx="10" width="480" x="40" y="20" />
      <rect className={DRAWN.line} height="150" rx="10" width="480" x="40" y="20" />
      <path className={DRAWN.line} d="M186 20v124" />
      <rect className={DRAWN.muted} height="9" rx="4.5" width="84" x="60" y="40" />
      <rect className={DRAWN.muted} height="8" rx="4" width="104" x="60" y="64" />
      <rect className={DRAWN.soft} height="24" rx="6" width="122" x="52" y="82" />
      <rect className={DRAWN.accent} height="8" rx="4" width="72" x="60" y="90" />
      <rect className={DRAWN.muted} height="12" rx="6" width="150" x="208" y="40" />
      <rect className={DRAWN.muted} height="8" rx="4" width="210" x="208" y="66" />
      <rect className={DRAWN.line} height="36" rx="8" width="290" x="208" y="92" />
      <rect className={DRAWN.muted} height="8" rx="4" width="120" x="224" y="106" />
      <rect className={DRAWN.accent} height="18" rx="9" width="34" x="450" y="101" />
      <circle className={DRAWN.knob} cx="475" cy="110" r="6.2" />
    </Picture>
  );
}
