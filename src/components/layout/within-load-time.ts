/** How long a screen's code may take to arrive, in ms (§8). */
const LOAD_TIME_MS = 120_000;

/**
 * The outcome of a load, as long as it comes in time.
 * @throws Error after 120 s; the router shows 'Unexpected Application Error!' then (§2, §8)
 */
export async function withinLoadTime<T>(loading: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeUp = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('The screen could not be loaded in time')), LOAD_TIME_MS);
  });
  try {
    return await Promise.race([loading, timeUp]);
  } finally {
    clearTimeout(timer);
  }
}
