import { escapeXml } from './escape-xml.ts';

/** What Chromium asks for at the update address: which version there is, and where (Google Update protocol 2.0). */
export function updateManifest(extension: { id: string; version: string; crxUrl: string }): string {
  const { id, version, crxUrl } = extension;
  return `<?xml version="1.0" encoding="UTF-8"?>
<gupdate xmlns="http://www.google.com/update2/response" protocol="2.0">
  <app appid="${escapeXml(id)}">
    <updatecheck codebase="${escapeXml(crxUrl)}" version="${escapeXml(version)}"/>
  </app>
</gupdate>
`;
}
