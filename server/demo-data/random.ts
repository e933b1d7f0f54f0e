/** A repeatable source of chance: the same seed gives the same sequence on every machine. */
export interface Random {
  /** A whole number from `min` to `max`, both included. */
  int(min: number, max: number): number;
  /** Whether something of this probability (0 to 1) happens. */
  chance(probability: number): boolean;
  /** One of the list; throws on an empty one. */
  pick<T>(list: readonly T[]): T;
  /** The list in another order; the list itself stays as it is. */
  shuffle<T>(list: readonly T[]): T[];
}

const UINT32 = 2 ** 32;

/** The seed of one thing of one kind, so that a change of one kind of data leaves all others as they were. */
export function seedOf(kind: string, ...numbers: readonly number[]): number {
  let hash = 2166136261;
  for (const character of [kind, ...numbers].join(':')) {
    hash = Math.imul(hash ^ character.charCodeAt(0), 16777619);
  }
  return hash >>> 0;
}

/** A source of chance that starts from a 32-bit seed (the mulberry32 sequence). */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;

  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / UINT32;
  }

  function int(min: number, max: number): number {
    return min + Math.floor(next() * (max - min + 1));
  }

  function pick<T>(list: readonly T[]): T {
    const chosen = list[int(0, list.length - 1)];
    if (chosen === undefined) throw new Error('Nothing to pick from.');
    return chosen;
  }

  function shuffle<T>(list: readonly T[]): T[] {
    const left = [...list];
    return list.flatMap(() => left.splice(int(0, left.length - 1), 1));
  }

  return { int, pick, shuffle, chance: (probability) => next() < probability };
}
