import { test } from 'vitest';
import { runAmcOrder } from './jobs/amc-order.ts';
import { type Job, runSeed } from './jobs/run-seed.ts';
import { seedsOf } from './seeds.ts';
import { useSetting } from './use-setting.ts';

const job: Job = { name: 'amc-order', run: runAmcOrder };
const seeds = seedsOf(job.name);
const setting = useSetting();

test.each(seeds)(
  'design §6 faults in an AMC order: each purchase is in one order, and the portal is right, seed %i',
  (seed) => runSeed(job, setting(), seed),
);
