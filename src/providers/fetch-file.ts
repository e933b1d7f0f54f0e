const SERVER_ERROR = 500;
/** How long a small file may take, in ms. */
export const FILE_TIMEOUT_MS = 30_000;

/** What would fail again however often it is asked for. */
export class FinalError extends Error {}

/**
 * Fetches a JSON file of the portal itself, its configuration or its texts.
 * @throws Error when it is missing or no JSON, which begins with the path; another when it does not come at all
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

/** Whether a new version of the portal has taken the place of the one in this tab: the page names another script. */
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
