// Makes patients anonymous whose last voucher ended so long ago as PATIENT_MONTHS says, and goes on where it was stopped:
// npm run anonymise [-- --dry-run]
import { parseArgs } from 'node:util';
import { clocks } from '#server/database/clock.ts';
import { openExistingDatabase } from '#server/database/migrate.ts';
import { anonymisePatients, countDuePatients } from '#server/patients/anonymise-patients.ts';
import { readDatabaseLocation, readPatientMonths } from '#server/settings/settings.ts';
import { runCommand } from './run-command.ts';

await runCommand('npm run anonymise [-- --dry-run]', async (stop) => {
  const { values } = parseArgs({ options: { 'dry-run': { type: 'boolean', default: false } } });
  const months = readPatientMonths(process.env);
  if (months === undefined)
    throw new Error('Set PATIENT_MONTHS: the months after the last voucher. Without it no patient is made anonymous.');
  const { db, close } = await openExistingDatabase(readDatabaseLocation(process.env, 1));
  try {
    const services = { db, ...clocks() };
    if (values['dry-run'])
      console.log(`Patients who would be made anonymous: ${await countDuePatients(services, months)}`);
    else {
      const { isDone, count } = await anonymisePatients(services, months, stop);
      console.log(`Patients made anonymous: ${count}`);
      stop.throwIfAborted();
      if (!isDone) throw new Error('Another process is at it.');
    }
    return 0;
  } finally {
    await close();
  }
});
