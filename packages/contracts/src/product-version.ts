/** What this Vestibule calls itself. Every package.json says the same; a backup carries it. */
export const PRODUCT_VERSION = '3.7.0';
