import { withinTime } from './load-late.ts';

/** For how long nothing may come, in ms: three attempts of `loadLate` that meet with silence take its whole time (§8). */
const SILENCE_MS = 40_000;

/** What has arrived, or is on its way, by its address. */
const arriving = new Map<string, Promise<void>>();

async function receive(url: string, signal: AbortSignal): Promise<void> {
  const response = await withinTime(fetch(url, { signal }), SILENCE_MS);
  const isScript = response.headers.get('content-type')?.includes('javascript') === true;
  if (!response.ok || !isScript || !response.body) throw new Error(`${url}: ${response.status}`);
  const reader = response.body.getReader();
  let isDone = false;
  // A slow line is none that hangs: what has come over it is not given up.
  while (!isDone) isDone = (await withinTime(reader.read(), SILENCE_MS)).done;
}

async function fetchScript(url: string): Promise<void> {
  const silence = new AbortController();
  try {
    await receive(url, silence.signal);
  } catch (error) {
    // The browser would have the next request wait for this one.
    silence.abort();
    throw error;
  }
}

async function addStyle(url: string): Promise<void> {
  const link = document.createElement('link');
  const added = new Promise<void>((resolve, reject) => {
    link.onload = () => resolve();
    link.onerror = () => reject(new Error(`${url}: not loaded`));
  });
  link.rel = 'stylesheet';
  link.href = url;
  document.head.append(link);
  try {
    await withinTime(added, SILENCE_MS);
  } catch (error) {
    link.remove();
    throw error;
  }
}

async function bring(url: string): Promise<void> {
  const known = arriving.get(url);
  if (!known && document.querySelector(`[href="${url}"], [src="${url}"]`)) return;
  const arrival = known ?? (url.endsWith('.css') ? addStyle(url) : fetchScript(url));
  arriving.set(url, arrival);
  try {
    await arrival;
  } catch (error) {
    arriving.delete(url);
    throw error;
  }
}

/**
 * Every `import()` of the built portal runs through this (scripts/ask-again.ts): its files are fetched before the
 * browser runs it. A browser that fails to get a module while it imports it never asks for it again, whatever is tried;
 * what was fetched before comes out of its cache.
 * @param files the code and the styles that the import needs, as paths in the build
 * @throws when one of them does not come; another attempt makes sense then
 */
export async function importLate<T>(load: () => Promise<T>, files: readonly string[] = []): Promise<T> {
  await Promise.all(files.map((file) => bring(`/${file}`)));
  return load();
}
