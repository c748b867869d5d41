/** Audit entries of what is done to no company stand under this one, which no company has. */
export const NO_COMPANY_ID = '00000000-0000-0000-0000-000000000000';
