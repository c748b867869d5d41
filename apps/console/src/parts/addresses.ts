/** Page of one person. */
export function addressOfPerson(id: string): string {
  return `/people/${id}`;
}
