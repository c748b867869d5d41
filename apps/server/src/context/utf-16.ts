/** Whether a file begins with the mark of UTF-16, as some editors save it. */
export function isUtf16(content: Buffer): boolean {
  const mark = content.subarray(0, 2).toString('hex');
  return mark === 'fffe' || mark === 'feff';
}
