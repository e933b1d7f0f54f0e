import type { file } from '#contract/entities/file.ts';
import type { Sent } from '#contract/wire.ts';

export function serializeFile(fileName: string, mimeType: string, content: Buffer): Sent<typeof file> {
  return { fileName, mimeType, base64: content.toString('base64') };
}
