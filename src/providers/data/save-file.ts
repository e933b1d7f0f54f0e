import type { File } from '#contract/entities/file.ts';

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  const characters = atob(base64);
  if (characters === '') throw new Error('the document is empty');
  const bytes = new Uint8Array(characters.length);
  // By index: an iterator would keep the page waiting for seconds with a long document.
  for (let index = 0; index < bytes.length; index += 1) bytes[index] = characters.charCodeAt(index);
  return bytes;
}

/**
 * An address of a document in this page, until it is revoked.
 * @throws when the content is not base64, or empty: no document is
 */
export function addressOf({ base64, mimeType }: File): string {
  return URL.createObjectURL(new Blob([bytesOf(base64)], { type: mimeType }));
}

/**
 * Hands a document to the browser, which saves it.
 * @throws as `addressOf`
 */
export function saveFile(file: File): void {
  const url = addressOf(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = file.fileName;
  link.click();
  URL.revokeObjectURL(url);
}
