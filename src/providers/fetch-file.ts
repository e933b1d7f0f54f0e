const SERVER_ERROR = 500;
/** Time limit for a small file, in ms. */
export const FILE_TIMEOUT_MS = 30_000;

/** A failure that a retry cannot mend. */
export class FinalError extends Error {}

/**
 * Fetches a JSON file of the portal: its configuration or texts.
 * @throws Error that begins with the path, if the file is missing or no JSON; another error if there is no response
 */
export async function fetchFile(path: string, cache: RequestCache = 'default'): Promise<unknown> {
  const response = await fetch(path, { cache, signal: AbortSignal.timeout(FILE_TIMEOUT_MS) });
  if (response.status >= SERVER_ERROR) throw new Error(`${path}: ${response.status}`);
  if (!response.ok) throw new FinalError(`${path}: ${response.status}`);
  try {
    return (await response.json()) as unknown;
  } catch (cause) {
    throw new FinalError(`${path}: malformed`, { cause });
  }
}

/** Whether a newer version of the portal is deployed: the page has another script. */
export async function isBuildOutdated(): Promise<boolean> {
  const script = document.querySelector('script[type="module"]')?.getAttribute('src');
  if (!script) return false;
  try {
    const page = await fetch('/', { cache: 'no-cache', signal: AbortSignal.timeout(FILE_TIMEOUT_MS) });
    return page.ok && !(await page.text()).includes(script);
  } catch {
    return false;
  }
}
