import { type Reply, answer } from './route.ts';

/** A file as the wire carries it (rules §1), with one key more than anyone needs. */
export function file(fileName: string, mimeType: string, content: string | Buffer): Reply {
  const bytes = Buffer.from(content);
  return answer({ fileName, mimeType, base64: bytes.toString('base64'), size: bytes.length });
}
