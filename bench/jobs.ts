import { parseArgs } from 'node:util';
import { romeDay } from '#contract/rules/dates.ts';
import { clocks } from '#server/database/clock.ts';
import { migrate } from '#server/database/migrate.ts';
import { openDatabase } from '#server/database/open-database.ts';
import { reconcile } from '#server/ledger/reconcile.ts';
import { anonymisePatients } from '#server/patients/anonymise-patients.ts';
import { renewVouchers } from '#server/patients/renew-vouchers.ts';
import type { DbAndClocks } from '#server/services.ts';
import { startPostgres } from '#tests/api/support/postgres.ts';
import { fillNation, nationOf } from './server/nation.ts';
import { QUICK_FILL, SERIOUS } from './server/postgres-settings.ts';
import { verdict } from './figures.ts';

const USAGE = `Measures the worker's long jobs on two nations of which one has ten times the rows, each by itself.

npm run bench:jobs [-- --scale 0.1]

  --scale  of the larger nation, as of bench:server; a tenth where not told
`;

/** A job that grows faster than its rows by more than this is over. */
const LIMIT = 1.3;
const FACTOR = 10;
const never = new AbortController().signal;

/** The same time in a later month. */
function later(months: number): () => Date {
  return () => {
    const at = new Date();
    at.setUTCMonth(at.getUTCMonth() + months, 1);
    return at;
  };
}

interface Job {
  readonly name: string;
  /** Does all of it, and tells how many rows that were. */
  readonly run: (db: DbAndClocks['db']) => Promise<number>;
}

const options = { unlessSince: new Date(), onMismatch: () => undefined, stop: never };

/** The last ones change what the others read. */
const JOBS: readonly Job[] = [
  {
    name: 'reconciliation of what changed',
    run: async (db) => (await reconcile({ db, ...clocks() }, options))?.checked ?? 0,
  },
  {
    name: 'whole reconciliation',
    run: async (db) => (await reconcile({ db, ...clocks() }, { ...options, isWhole: true }))?.checked ?? 0,
  },
  { name: "renewal of a month's vouchers", run: (db) => renewVouchers({ db, ...clocks(later(1)) }, never) },
  { name: 'renewal when nothing is due', run: (db) => renewVouchers({ db, ...clocks(later(1)) }, never) },
  {
    name: 'patients made anonymous',
    run: async (db) => (await anonymisePatients({ db, ...clocks(later(36)) }, 24, never)).count,
  },
];

interface Done {
  readonly seconds: number;
  readonly rows: number;
}

async function measure(scale: number): Promise<readonly Done[]> {
  const postgres = await startPostgres(undefined, QUICK_FILL);
  const open = () => openDatabase({ kind: 'postgres', url: postgres.url, poolSize: 4 });
  try {
    const empty = await open();
    await migrate(empty.db);
    await empty.close();
    await fillNation(postgres.url, nationOf(scale, 12), () => undefined);
    await postgres.halt();
    await postgres.resume(SERIOUS);
    const { db, close } = await open();
    const done: Done[] = [];
    for (const { name, run } of JOBS) {
      const start = performance.now();
      const rows = await run(db);
      const seconds = (performance.now() - start) / 1000;
      process.stdout.write(`scale ${scale}, ${romeDay(new Date())}: ${name}, ${rows} rows: ${seconds.toFixed(1)} s\n`);
      done.push({ seconds, rows });
    }
    await close();
    return done;
  } finally {
    await postgres.stop();
  }
}

const { values } = parseArgs({
  options: { scale: { type: 'string', default: '0.1' }, help: { type: 'boolean', default: false } },
});
if (values.help) {
  process.stdout.write(USAGE);
} else {
  const scale = Number(values.scale);
  const small = await measure(scale / FACTOR);
  const large = await measure(scale);
  JOBS.forEach(({ name }, index) => {
    const [one, other] = [small[index], large[index]];
    if (!one || !other) return;
    const growth = other.seconds / one.seconds;
    const work = other.rows / Math.max(one.rows, 1);
    const told = other.rows === 0 ? verdict(other.seconds, 1) : verdict(growth, work * LIMIT);
    process.stdout.write(
      `${name}: ${growth.toFixed(1)} times the time for ${work.toFixed(1)} times the rows ${told}\n`,
    );
  });
}
