import { test } from 'vitest';
import { runCancellation } from './jobs/cancellation.ts';
import { type Job, runSeed } from './jobs/run-seed.ts';
import { seedsOf } from './seeds.ts';
import { useSetting } from './use-setting.ts';

const job: Job = { name: 'cancellation', run: runCancellation };
const seeds = seedsOf(job.name);
const setting = useSetting();

test.each(seeds)('design §6 faults in a cancellation: it happens once, and the portal is right, seed %i', (seed) =>
  runSeed(job, setting(), seed),
);
