import type { File } from '#contract/entities/shared.ts';

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

async function isThere(path: string): Promise<boolean> {
  try {
    return (await fetch(path, { cache: 'no-store', signal: AbortSignal.timeout(FILE_TIMEOUT_MS) })).ok;
  } catch {
    return false;
  }
}

/** Whether the server of the portal's own files answers. */
export async function isPortalReachable(): Promise<boolean> {
  return isThere('/config.json');
}

/** Firefox's words. Other browsers import again. */
const KEPT_FAILURE = /^error loading dynamically imported module: (\S+)/;

/**
 * Whether the file of a failed import is there, in Firefox. There the import then fails until the page is loaded again:
 * before 155 it keeps failures (docs/decisions/0021-lazy-loading.md).
 */
export async function isImportedFileThere(failure: unknown): Promise<boolean> {
  const [, url] = KEPT_FAILURE.exec(failure instanceof Error ? failure.message : '') ?? [];
  return url !== undefined && isThere(url);
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

/**
 * The URL of a file in public/. It changes with the content of public/, so that browsers can cache the files forever.
 */
export function publicFile(path: string): string {
  return `${path}?v=${import.meta.env.VITE_PUBLIC_MARK}`;
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  const characters = atob(base64);
  if (characters === '') throw new Error('the document is empty');
  const bytes = new Uint8Array(characters.length);
  // By index: an iterator would block the page for seconds with a long document.
  for (let index = 0; index < bytes.length; index += 1) bytes[index] = characters.charCodeAt(index);
  return bytes;
}

/**
 * A URL of a document in this page, valid until `releaseUrl`.
 * @throws if the content is not base64, or is empty
 */
export function blobUrl({ base64, mimeType }: File): string {
  return URL.createObjectURL(new Blob([bytesOf(base64)], { type: mimeType }));
}

/** Safari reads what it saves, and a tab what it opens, some time after it was told to. */
const READ_WITHIN_MS = 60_000;

/** Gives up the URL of a document, when a browser has had the time to read it. */
export function releaseUrl(url: string): void {
  setTimeout(() => URL.revokeObjectURL(url), READ_WITHIN_MS);
}

/** The text of a document. */
export function textOf({ base64 }: File): string {
  return new TextDecoder().decode(bytesOf(base64));
}

/**
 * Passes a document to the browser, which saves it.
 * @throws like `blobUrl`
 */
export function saveFile(file: File): void {
  const url = blobUrl(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = file.fileName;
  link.click();
  releaseUrl(url);
}
