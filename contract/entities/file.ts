import { type Read, content, record, text } from '../wire.ts';

/** A document to download (§3): the whole file in base64. */
export const file = record({ fileName: text, base64: content, mimeType: text });
export type File = Read<typeof file>;
