import { EXTENSION_ATTRIBUTE, PAGE_PORT_NAME } from '@vestibule/contracts';
import { PORTAL_ORIGINS } from '../config.ts';
import { connectWorker, ownExtensionId } from '../platform/browser.ts';
import { markDocument, pageWindow } from '../platform/page-window.ts';
import { startBridge } from '../relay/bridge.ts';

if (PORTAL_ORIGINS.includes(window.location.origin)) {
  markDocument(EXTENSION_ATTRIBUTE, ownExtensionId());
  startBridge({ window: pageWindow(), connect: () => connectWorker(PAGE_PORT_NAME) });
}
