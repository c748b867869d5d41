/** The states that stand for a whole page: pictures of them are kept in every theme and width. */
export const screens: readonly string[] = ['people', 'person'];
