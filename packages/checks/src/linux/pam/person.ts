/** Who is to be let in, and who asks for it. */
export interface Person {
  readonly name: string;
  readonly id: number;
  readonly groups: readonly string[];
  /** In this computer's own list, not in a directory. */
  readonly isLocal: boolean;
  /** What runs the rules: a display manager is root, a screen locker is the person, `su` is anyone else. */
  readonly askedBy: 'root' | 'person' | 'stranger';
  /** Whether SELinux' list of those who need no password may name them. */
  readonly isInSepermit: boolean;
}

/** Groups of administrators in one distribution or another; pam_wheel's own is that of root. */
export const ADMINISTRATORS: readonly string[] = ['root', 'wheel', 'sudo', 'admin'];
