/** A repeatable random generator: the same seed gives the same sequence on every machine. */
export interface Random {
  /** A whole number from `min` to `max`, both included. */
  int(min: number, max: number): number;
  /** Returns true with the given probability (0 to 1). */
  chance(probability: number): boolean;
  /**
   * A random item of the list.
   * @throws Error when the list is empty
   */
  pick<T>(list: readonly T[]): T;
  /** A shuffled copy of the list. */
  shuffle<T>(list: readonly T[]): T[];
}

const UINT32 = 2 ** 32;

/** The seed for one kind of data. A change of one kind leaves all other kinds unchanged. */
export function seedOf(kind: string, ...numbers: readonly number[]): number {
  let hash = 2166136261;
  for (const character of [kind, ...numbers].join(':')) {
    hash = Math.imul(hash ^ character.charCodeAt(0), 16777619);
  }
  return hash >>> 0;
}

/** A random generator with a 32-bit seed (mulberry32). */
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
