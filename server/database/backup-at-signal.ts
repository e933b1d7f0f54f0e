import type { FastifyBaseLogger } from 'fastify';

/** Tells a running server to back its embedded database up. */
export const BACKUP_SIGNAL = 'SIGUSR2';

/** Makes a backup each time that the signal comes. */
export function backupAtSignal(backup: () => Promise<string>, logger: FastifyBaseLogger): void {
  process.on(BACKUP_SIGNAL, () => {
    backup().then(
      (file) => logger.info({ file }, 'backup made'),
      (error: unknown) => logger.error({ err: error }, 'backup not made'),
    );
  });
}
