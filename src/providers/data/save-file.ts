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
 * Hands a document to the browser, which saves it.
 * @throws when the content is not base64, or empty: no document is
 */
export function saveFile({ fileName, base64, mimeType }: File): void {
  const url = URL.createObjectURL(new Blob([bytesOf(base64)], { type: mimeType }));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(url);
}
