const numbers = new Intl.NumberFormat('it-IT', { useGrouping: 'always' });

/** Formats a number in Italian format, whatever the language of the interface (§9). */
export function formatCount(count: number): string {
  return numbers.format(count);
}
