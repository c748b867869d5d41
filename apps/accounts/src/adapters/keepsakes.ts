/** Where a person puts what is shown once; a test has its own. */
export interface Keepsakes {
  /** @returns false when the browser does not allow it: what is shown can still be selected */
  copy(text: string): Promise<boolean>;
  /** Offers a text as a file. */
  download(fileName: string, text: string): void;
}

export function createKeepsakes(): Keepsakes {
  return {
    async copy(text) {
      try {
        await navigator.clipboard.writeText(text);
        return true;
      } catch {
        return false;
      }
    },
    download(fileName, text) {
      const address = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }));
      const link = document.createElement('a');
      link.href = address;
      link.download = fileName;
      link.click();
      URL.revokeObjectURL(address);
    },
  };
}
