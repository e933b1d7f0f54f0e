// Created at first use: a slow browser needs 10 ms for it.
let counts: Intl.NumberFormat | undefined;

/**
 * A number in the Italian format, as in `1.234`, in every interface language (§9). By default the Italian format groups
 * thousands only from five digits on.
 */
export function formatCount(count: number): string {
  counts ??= new Intl.NumberFormat('it-IT', { useGrouping: 'always' });
  return counts.format(count);
}
