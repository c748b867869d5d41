/** Page of one person. */
export function addressOfPerson(id: string): string {
  return `/people/${id}`;
}

/** Page of one computer. */
export function addressOfComputer(id: string): string {
  return `/computers/${id}`;
}
