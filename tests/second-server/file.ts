import { type Reply, answer } from './route.ts';

/** A file in wire format (rules §1), with an unknown key. */
export function file(fileName: string, mimeType: string, content: string | Buffer): Reply {
  const bytes = Buffer.from(content);
  return answer({ fileName, mimeType, base64: bytes.toString('base64'), size: bytes.length });
}
