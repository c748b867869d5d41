/** The name under which policies speak of the antivirus that is a part of macOS. */
export const XPROTECT = 'xprotect';
