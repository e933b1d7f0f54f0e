/** Waits for some ms, or until the signal aborts. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (ms === 0 || signal.aborted) return;
  const over = AbortSignal.any([signal, AbortSignal.timeout(ms)]);
  await new Promise<void>((resolve) => {
    over.addEventListener('abort', () => resolve());
  });
}
