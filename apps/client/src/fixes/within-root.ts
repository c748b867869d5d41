import type { ChangePort, Outcome } from '@vestibule/checks';

/**
 * A system on which a fix cannot reach beyond the root folder it was given. A scratch root redirects files only: a tool
 * that is run there changes this very computer, its kernel's rules or the settings of the one who is signed in. Only tools
 * that are themselves told the root are run.
 */
export function withinRoot(system: ChangePort): ChangePort {
  const { rootFolder } = system;
  if (rootFolder === undefined || rootFolder === null || rootFolder === '') return system;
  const refuse = (): Promise<Outcome<never>> =>
    Promise.resolve({
      ok: false,
      reason: 'not-supported',
      detail: `Workplace reads below ${rootFolder}, so it runs nothing that would change this computer.`,
    });
  return {
    ...system,
    run: (command) => (command.arguments.includes(`--root=${rootFolder}`) ? system.run(command) : refuse()),
    runWindowsScript: refuse,
  };
}
