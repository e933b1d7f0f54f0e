import { type Read, content, record, text } from '../wire.ts';

/** A document for download (§3). `base64` is the whole file. */
export const file = record({ fileName: text, base64: content, mimeType: text });
export type File = Read<typeof file>;
