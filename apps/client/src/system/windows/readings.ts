/** What the scripts' answers are read with: a part of its own, which other systems than Windows never load. */
export { isScriptBlocked, parseWindowsInventory, readRegistryInventory } from '@vestibule/checks';
