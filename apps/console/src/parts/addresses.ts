/** Page of one person. */
export function addressOfPerson(id: string): string {
  return `/people/${id}`;
}

/** Page of one computer. */
export function addressOfComputer(id: string): string {
  return `/computers/${id}`;
}

/** Where the command line comes from; below it, where one allows it. */
export const COMMAND_LINE_PAGE = '/command-line';
