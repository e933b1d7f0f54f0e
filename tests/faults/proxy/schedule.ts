import { api } from '#contract/api.ts';
import { type Random, seedOf, seededRandom } from '#server/demo-data/values/random.ts';
import { CORRUPTIONS, type Fault, type Moment, NO_FAULT, type ScenarioFault, describeFault } from './fault.ts';

/** What happens to the requests of one scenario; the same scenario and seed give the same faults. */
export interface Schedule {
  /** The fault of the next request of a call, by the call's name in the contract; every request asks once. */
  readonly next: (callName: string) => Fault;
  /** To be told of a request that was let pass whatever the schedule says. */
  readonly spare: (callName: string) => void;
  /** The requests so far and what became of them, a line each. */
  readonly story: () => readonly string[];
}

const MOMENTS: readonly Moment[] = ['before', 'after'];
const GATEWAY_STATUSES = [500, 502, 503, 504] as const;

/** How often each kind comes among the faults; silence costs the most time. */
const KINDS: readonly ScenarioFault['kind'][] = [
  ...['dropped', 'dropped', 'dropped', 'dropped', 'doubled', 'doubled', 'doubled', 'gateway', 'gateway'],
  ...['corrupted', 'corrupted', 'truncated', 'truncated', 'late', 'delayed', 'delayed', 'refused', 'silent'],
] as ScenarioFault['kind'][];

/** Calls that change something for good: the more often they suffer, the more is learnt. */
const DECISIVE = /\.(execute|executeCancellation|create)$/;
/** Calls by which the portal finds out what happened, and the refresh. */
const TELLING = new Set(['carts.readSummary', 'purchases.search', 'auth.refreshTokens']);

function likelihood(callName: string): number {
  if (DECISIVE.test(callName)) return 0.75;
  return TELLING.has(callName) ? 0.45 : 0.2;
}

function faultOf(kind: ScenarioFault['kind'], random: Random): ScenarioFault {
  switch (kind) {
    case 'delayed':
      return { kind, ms: random.int(1, 15) };
    case 'late':
      return { kind, ms: random.int(1, 15) };
    case 'dropped':
    case 'silent':
      return { kind, when: random.pick(MOMENTS) };
    case 'doubled':
      return { kind, answer: random.pick(['first', 'last'] as const) };
    case 'corrupted':
      return { kind, body: random.pick(CORRUPTIONS) };
    case 'gateway':
      return { kind, status: random.pick(GATEWAY_STATUSES), when: random.pick(MOMENTS) };
    case 'none':
    case 'truncated':
    case 'refused':
      return { kind };
  }
}

/**
 * The faults of a scenario. Each depends on the call and on how often it was made alone, so that a call more or less
 * elsewhere leaves the rest of the schedule as it was.
 */
export function scheduleOf(scenario: string, seed: number): Schedule {
  const severity = seededRandom(seedOf(scenario, seed)).int(4, 10) / 10;
  const made = new Map<string, number>();
  const story: string[] = [];

  return {
    next: (callName) => {
      const nth = (made.get(callName) ?? 0) + 1;
      made.set(callName, nth);
      const random = seededRandom(seedOf(`${scenario} ${callName}`, seed, nth));
      const suffers = random.chance(severity * likelihood(callName));
      const fault = suffers ? faultOf(random.pick(KINDS), random) : NO_FAULT;
      story.push(`${callName} ${describeFault(fault)}`);
      return fault;
    },
    spare: (callName) => story.push(`${callName} passes in the calm`),
    story: () => story,
  };
}

/** A schedule with a certain fault for every request of a call, in the place of its own; its story tells them last. */
export function withFault(schedule: Schedule, callName: string, fault: Fault): Schedule {
  const met: string[] = [];
  return {
    next: (name) => {
      if (name !== callName) return schedule.next(name);
      met.push(`${callName} ${describeFault(fault)}`);
      return fault;
    },
    spare: schedule.spare,
    story: () => [...schedule.story(), ...met],
  };
}

const patterns = api.map(({ name, method, path }) => ({
  name,
  method,
  pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`),
}));

/** The name of the call of the contract that a request makes; undefined for everything else. */
export function callNameOf(method: string, path: string): string | undefined {
  const [pathname = ''] = path.split('?');
  return patterns.find((call) => call.method === method && call.pattern.test(pathname))?.name;
}
