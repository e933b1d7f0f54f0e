import { api } from '#contract/api.ts';
import { type Random, seededRandom, seedOf } from '#demo/values.ts';
import { CORRUPTIONS, type Fault, type Moment, NO_FAULT, type ScenarioFault, describeFault } from './fault.ts';

/** The faults of a scenario's requests. The same scenario and seed give the same faults. */
export interface Schedule {
  /** The fault of the next request of a call, by its name in the contract. Call it once per request. */
  readonly next: (callName: string) => Fault;
  /** Records a request that passed while the schedule was suspended. */
  readonly spare: (callName: string) => void;
  /** One line for each request so far, with its fault. */
  readonly story: () => readonly string[];
}

const MOMENTS: readonly Moment[] = ['before', 'after'];
const GATEWAY_STATUSES = [500, 502, 503, 504] as const;

/** The kinds by their frequency. Silence is rare because it takes the most time. */
const KINDS: readonly ScenarioFault['kind'][] = [
  ...['dropped', 'dropped', 'dropped', 'dropped', 'doubled', 'doubled', 'doubled', 'gateway', 'gateway'],
  ...['corrupted', 'corrupted', 'truncated', 'truncated', 'late', 'delayed', 'delayed', 'refused', 'silent'],
] as ScenarioFault['kind'][];

/** Calls that change data permanently. They fail often, because their faults matter most. */
const DECISIVE = /\.(execute|executeCancellation|create)$/;
/** Calls by which the portal learns an outcome, and the refresh. */
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
 * The faults of a scenario. A fault depends only on the call and the number of its requests, so that an additional call
 * elsewhere does not change the others.
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

/** Replaces the fault of every request of a call. The story lists these requests last. */
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

/** The contract's name of the call of a request; undefined for other requests. */
export function callNameOf(method: string, path: string): string | undefined {
  const [pathname = ''] = path.split('?');
  return patterns.find((call) => call.method === method && call.pattern.test(pathname))?.name;
}
