import { FinalError } from './loading/load-late.ts';

const SERVER_ERROR = 500;
/** How long a small file may take, in ms. */
const LIMIT_MS = 30_000;

/**
 * Fetches a JSON file of the portal itself, its configuration or its texts.
 * @throws Error when it is missing or no JSON, which begins with the path; another when it does not come at all
 */
export async function fetchFile(path: string): Promise<unknown> {
  const response = await fetch(path, { cache: 'no-cache', signal: AbortSignal.timeout(LIMIT_MS) });
  if (response.status >= SERVER_ERROR) throw new Error(`${path}: ${response.status}`);
  if (!response.ok) throw new FinalError(`${path}: ${response.status}`);
  try {
    return (await response.json()) as unknown;
  } catch (cause) {
    throw new FinalError(`${path}: malformed`, { cause });
  }
}
