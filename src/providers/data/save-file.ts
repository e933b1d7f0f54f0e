import type { File } from '#contract/entities/file.ts';

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}

/**
 * Hands a document to the browser, which saves it.
 * @throws DOMException when the content is not base64
 */
export function saveFile({ fileName, base64, mimeType }: File): void {
  const url = URL.createObjectURL(new Blob([bytesOf(base64)], { type: mimeType }));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(url);
}
