import type { File } from '#contract/entities/file.ts';

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  const characters = atob(base64);
  if (characters === '') throw new Error('the document is empty');
  const bytes = new Uint8Array(characters.length);
  // By index: an iterator would block the page for seconds with a long document.
  for (let index = 0; index < bytes.length; index += 1) bytes[index] = characters.charCodeAt(index);
  return bytes;
}

/**
 * A URL of a document in this page, valid until it is revoked.
 * @throws if the content is not base64, or is empty
 */
export function blobUrl({ base64, mimeType }: File): string {
  return URL.createObjectURL(new Blob([bytesOf(base64)], { type: mimeType }));
}

/**
 * Passes a document to the browser, which saves it.
 * @throws like `blobUrl`
 */
export function saveFile(file: File): void {
  const url = blobUrl(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = file.fileName;
  link.click();
  URL.revokeObjectURL(url);
}
