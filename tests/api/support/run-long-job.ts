// Runs a long job to its end, in a process that may be killed: its name, and the address of the database.
import { clocks } from '#server/database/clock.ts';
import { openDatabase } from '#server/database/open-database.ts';
import { TEST_NOW } from './fixture.ts';
import { LONG_JOBS } from './long-jobs.ts';

const [name = '', url = ''] = process.argv.slice(2);
const { db, close } = await openDatabase({ kind: 'postgres', url, poolSize: 2 });
await LONG_JOBS[name]?.run({ db, ...clocks(() => TEST_NOW) }, new AbortController().signal);
await close();
