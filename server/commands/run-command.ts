/**
 * Runs a command to its end. Of an error it prints the message alone, and after a wrong argument how the command is used.
 * @param usage one line
 * @param work returns the exit code
 * @param codeOfError the exit code after an error
 */
export async function runCommand(usage: string, work: () => Promise<number>, codeOfError = 1): Promise<void> {
  try {
    process.exitCode = await work();
  } catch (error) {
    const { code } = (error ?? {}) as { readonly code?: unknown };
    console.error(error instanceof Error ? error.message : error);
    if (String(code).startsWith('ERR_PARSE_ARGS')) console.error(usage);
    process.exitCode = codeOfError;
  }
}
