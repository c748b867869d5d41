import { NATIVE_HOST_NAME, PAGE_PORT_NAME } from '@vestibule/contracts';
import { PORTAL_ORIGINS } from '../config.ts';
import { connectNative, onPageConnect, serveOpenPages } from '../platform/browser.ts';
import { createRelay } from '../relay/relay.ts';

/** An open native port keeps the worker alive; nothing here is needed after the last page has gone. */
const relay = createRelay({ portalOrigins: PORTAL_ORIGINS, connectHost: () => connectNative(NATIVE_HOST_NAME) });
onPageConnect(PAGE_PORT_NAME, relay.addPage);
serveOpenPages();
