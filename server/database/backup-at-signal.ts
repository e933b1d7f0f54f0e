import type { FastifyBaseLogger } from 'fastify';

/** The signal that tells a running server to back up its embedded database. */
export const BACKUP_SIGNAL = 'SIGUSR2';

/** Makes a backup each time the process receives the signal. */
export function backupAtSignal(backup: () => Promise<string>, logger: FastifyBaseLogger): void {
  process.on(BACKUP_SIGNAL, () => {
    backup().then(
      (file) => logger.info({ file }, 'backup made'),
      (error: unknown) => logger.error({ err: error }, 'backup not made'),
    );
  });
}
