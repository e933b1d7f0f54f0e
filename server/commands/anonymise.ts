// Makes patients anonymous whose last voucher ended so long ago as PATIENT_MONTHS says: npm run anonymise [-- --dry-run]
import { parseArgs } from 'node:util';
import { openExistingDatabase } from '#server/database/migrate.ts';
import { anonymisePatients, countDuePatients } from '#server/patients/anonymise-patients.ts';
import { readDatabaseLocation, readPatientMonths } from '#server/settings/settings.ts';
import { runCommand } from './run-command.ts';

await runCommand(async () => {
  const { values } = parseArgs({ options: { 'dry-run': { type: 'boolean', default: false } } });
  const months = readPatientMonths(process.env);
  if (months === undefined) throw new Error('Set PATIENT_MONTHS: without it no patient is made anonymous.');
  const { db, close } = await openExistingDatabase(readDatabaseLocation(process.env, 1));
  try {
    const services = { db, now: () => new Date() };
    if (values['dry-run']) console.log(`${await countDuePatients(services, months)} patients would be made anonymous`);
    else console.log(`${await anonymisePatients(services, months)} patients made anonymous`);
    return 0;
  } finally {
    await close();
  }
});
