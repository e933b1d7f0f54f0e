import { setTimeout as after } from 'node:timers/promises';
import { type Schedule, scheduleOf } from '../proxy/schedule.ts';
import type { ScenarioName } from '../fixture/people.ts';
import type { FaultFixture } from './fault-fixture.ts';

/** Something that is done in the portal and checked against the database after each step. */
export interface Scenario {
  readonly name: ScenarioName;
  readonly run: (fixture: FaultFixture, seed: number, schedule: Schedule) => Promise<void>;
}

/** Upper limit in ms for an endless scenario. A busy machine may take half a minute to start a server. */
const LIMIT_MS = 90_000;

async function withinLimit(work: Promise<void>): Promise<void> {
  const abort = new AbortController();
  const late = after(LIMIT_MS, undefined, { signal: abort.signal }).then(() => {
    throw new Error('it comes to no end');
  });
  await Promise.race([work, late]).finally(() => abort.abort());
}

/**
 * Runs a scenario with the faults of a seed.
 * @param schedule by default that of scenario and seed
 * @throws Error that names the seed, tells its schedule and says how to repeat it
 */
export async function runSeed(
  { name, run }: Scenario,
  fixture: FaultFixture,
  seed: number,
  schedule: Schedule = scheduleOf(name, seed),
): Promise<void> {
  try {
    await withinLimit(run(fixture, seed, schedule));
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    const story = schedule.story().map((line) => `  ${line}`);
    const repeat = `npm run faults -- --seeds 1 --from ${seed}`;
    throw new Error([`${name}, seed ${seed}: ${why}`, ...story, `again by: ${repeat}`].join('\n'), { cause });
  }
}
