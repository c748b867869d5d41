import type { ChangePort } from '@vestibule/checks';

/** What became of the system's own prompt for an administrator. */
export type PromptAnswer =
  /** The program ran with an administrator's rights; what it printed. */
  | { readonly ran: true; readonly stdout: string; readonly stderr: string }
  | {
      readonly ran: false;
      readonly outcome: 'cancelled' | 'refused' | 'not-possible' | 'not-fixed';
      readonly detail: string;
    };

/**
 * Starts `<launcher> apply-fixes <actions>` once, with an administrator's rights.
 * @param launcher absolute path of the installed program, which only an administrator can change
 * @param actions JSON: names of the closed list, and values that passed the fix's own schema
 */
export type AskAdministrator = (launcher: string, actions: string, system: ChangePort) => Promise<PromptAnswer>;
