/**
 * Runs a command to its end. Of an error it prints the message alone.
 * @param work returns the exit code
 * @param codeOfError the exit code after an error
 */
export async function runCommand(work: () => Promise<number>, codeOfError = 1): Promise<void> {
  try {
    process.exitCode = await work();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = codeOfError;
  }
}
