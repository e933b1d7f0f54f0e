const numbers = new Intl.NumberFormat('it-IT', { useGrouping: 'always' });

/** How many, in the Italian format whatever the language of the interface, as amounts are (§9). */
export function formatCount(count: number): string {
  return numbers.format(count);
}
