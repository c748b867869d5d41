/** Put in place of the name by the build. */
declare const VESTIBULE_ORIGINS: readonly string[];

/** The portals that this build answers, exactly. */
export const PORTAL_ORIGINS: readonly string[] = VESTIBULE_ORIGINS;
