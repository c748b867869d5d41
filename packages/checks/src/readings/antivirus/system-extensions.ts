/** A system extension that watches files and programs, and whether it works. */
export interface SystemExtension {
  readonly bundleId: string;
  /** False while it waits for the person, or for a restart that removes it. */
  readonly isActive: boolean;
  /** True when only a restart keeps it from being gone. */
  readonly isLeaving: boolean;
}

const COUNT = /^(\d{1,4}) extension\(s\)$/;
const CATEGORY = /^--- ([a-z_.]+)(?: \(.*\))?$/;
const WATCHES_FILES = 'com.apple.system_extension.endpoint_security';
const ROW = /^(\*?)\t(\*?)\t([0-9A-Z]{10})\t([\w.-]{1,200}) \([^()\t]*\)\t[^\t]*\t\[([a-z ]{1,60})\]$/;

/**
 * Reads `systemextensionsctl list`: extensions of the kind that antivirus programs use.
 * @returns null when the text is something else, also when it is cut: the first line says how many there are
 */
export function parseSystemExtensions(text: string): readonly SystemExtension[] | null {
  const lines = text.split(/\r?\n/).map((line) => line.trimEnd());
  const count = lines.map((line) => COUNT.exec(line)?.[1]).find((number) => number !== undefined);
  if (count === undefined) return null;
  const extensions: SystemExtension[] = [];
  let category = '';
  let rows = 0;
  for (const line of lines) {
    category = CATEGORY.exec(line)?.[1] ?? category;
    const [, enabled, active, , bundleId = '', state = ''] = ROW.exec(line) ?? [];
    if (enabled === undefined) continue;
    rows += 1;
    if (category !== WATCHES_FILES) continue;
    const isActive = state === 'activated enabled' && enabled === '*' && active === '*';
    extensions.push({ bundleId, isActive, isLeaving: state.startsWith('terminated') });
  }
  return rows === Number(count) ? extensions : null;
}
