import { test } from 'vitest';
import { type Job, runSeed } from './jobs/run-seed.ts';
import { runSale } from './jobs/sale.ts';
import { seedsOf } from './seeds.ts';
import { useSetting } from './use-setting.ts';

const job: Job = { name: 'sale', run: runSale };
const seeds = seedsOf(job.name);
const setting = useSetting();

test.each(seeds)(
  'design §6 faults in a sale: no purchase is lost or doubled, and the portal is right, seed %i',
  (seed) => runSeed(job, setting(), seed),
);
