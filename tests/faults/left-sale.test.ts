import { test } from 'vitest';
import { runLeftSale } from './jobs/left-sale.ts';
import { type Job, runSeed } from './jobs/run-seed.ts';
import { seedsOf } from './seeds.ts';
import { useSetting } from './use-setting.ts';

const job: Job = { name: 'left-sale', run: runLeftSale };
const seeds = seedsOf(job.name);
const setting = useSetting();

test.each(seeds)(
  'design §6 faults in a sale that is left while its purchase is executed: what is told of it is so, seed %i',
  (seed) => runSeed(job, setting(), seed),
);
