/** In ms: a command that is told to stop ends then at the latest. The database undoes the step under way. */
const STOP_MS = 900;

/** What a command says that was told to stop. */
const STOPPED = 'Stopped: what is stored stays, and the same command goes on with the rest.';

/**
 * Runs a command to its end. Of an error it prints the message alone, and after a wrong argument how the command is used.
 * @param usage one line
 * @param work returns the exit code; a signal to the process aborts what it gets
 * @param codeOfError the exit code after an error, or a signal
 */
export async function runCommand(
  usage: string,
  work: (stop: AbortSignal) => Promise<number>,
  codeOfError = 1,
): Promise<void> {
  const stop = new AbortController();
  const end = () => {
    stop.abort();
    setTimeout(() => {
      console.error(STOPPED);
      process.exit(codeOfError);
    }, STOP_MS).unref();
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, end);
  try {
    process.exitCode = await work(stop.signal);
  } catch (error) {
    const { code } = (error ?? {}) as { readonly code?: unknown };
    if (stop.signal.aborted) console.error(STOPPED);
    else console.error(error instanceof Error ? error.message : error);
    if (String(code).startsWith('ERR_PARSE_ARGS')) console.error(usage);
    process.exitCode = codeOfError;
  }
}
