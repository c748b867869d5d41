/** What the client calls itself in reports and messages. The specification starts at 3.6.0 (decisions, client versions). */
export { PRODUCT_VERSION as CLIENT_VERSION } from '@vestibule/contracts';
