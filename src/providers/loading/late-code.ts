/** What has arrived, or is on its way, by its address. */
const arriving = new Map<string, Promise<void>>();

async function fetchScript(url: string): Promise<void> {
  const response = await fetch(url);
  const isScript = response.headers.get('content-type')?.includes('javascript') === true;
  if (!response.ok || !isScript) throw new Error(`${url}: ${response.status}`);
  await response.blob();
}

function addStyle(url: string): Promise<void> {
  const link = document.createElement('link');
  const added = new Promise<void>((resolve, reject) => {
    link.onload = () => resolve();
    link.onerror = () => {
      link.remove();
      reject(new Error(`${url}: not loaded`));
    };
  });
  link.rel = 'stylesheet';
  link.href = url;
  document.head.append(link);
  return added;
}

async function bring(url: string): Promise<void> {
  if (document.querySelector(`[href="${url}"], [src="${url}"]`)) return;
  const arrival = arriving.get(url) ?? (url.endsWith('.css') ? addStyle(url) : fetchScript(url));
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
