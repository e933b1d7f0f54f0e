/**
 * The outcome of some work, as long as it comes before the signal ends the wait.
 * @throws the reason of the signal
 */
export async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work;
  let onAbort: (() => void) | undefined;
  const aborted = new Promise<never>((_resolve, reject) => {
    onAbort = () => reject(signal.reason as Error);
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort);
  });
  try {
    // What fails after it was given up is nobody's failure any more.
    return await Promise.race([aborted, work]);
  } finally {
    if (onAbort) signal.removeEventListener('abort', onAbort);
  }
}
