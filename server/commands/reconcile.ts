// Compares all stored residuals and totals with the ledger, from where it was stopped, and prints the ids of differing
// rows; then the exit code is 1.
import { parseArgs } from 'node:util';
import { clocks } from '#server/database/clock.ts';
import { openExistingDatabase } from '#server/database/migrate.ts';
import { reconcile } from '#server/ledger/reconcile.ts';
import { readDatabaseLocation } from '#server/settings/settings.ts';
import { runCommand } from './run-command.ts';

const COULD_NOT_COMPARE = 2;

await runCommand(
  'npm run reconcile',
  async (stop) => {
    parseArgs({ options: {} });
    const { db, close } = await openExistingDatabase(readDatabaseLocation(process.env, 1));
    try {
      const found = await reconcile(
        { db, ...clocks() },
        {
          isWhole: true,
          onMismatch: (table, ids) => ids.forEach((id) => console.log(`${table} ${id} does not match the ledger`)),
          stop,
        },
      );
      if (found === undefined) throw new Error('Another process is comparing them already.');
      const { checked, mismatches } = found;
      console.log(`Compared ${checked} rows, ${mismatches} differ`);
      if (mismatches > 0) console.log('What to do: docs/operations.md, A figure does not agree');
      return mismatches > 0 ? 1 : 0;
    } finally {
      await close();
    }
  },
  COULD_NOT_COMPARE,
);
