import type { ContextComparison } from '#server/settings/types.ts';

/** The families of contexts whose order is known, the weakest first: SPID, and the levels of assurance of eIDAS. */
const FAMILIES: readonly (readonly string[])[] = [
  ['https://www.spid.gov.it/SpidL1', 'https://www.spid.gov.it/SpidL2', 'https://www.spid.gov.it/SpidL3'],
  ['http://eidas.europa.eu/LoA/low', 'http://eidas.europa.eu/LoA/substantial', 'http://eidas.europa.eu/LoA/high'],
];

/** How much stronger a context is than another; undefined if only the identity provider knows. */
function difference(given: string, requested: string): number | undefined {
  if (given === requested) return 0;
  const family = FAMILIES.find((contexts) => contexts.includes(given) && contexts.includes(requested));
  return family && family.indexOf(given) - family.indexOf(requested);
}

const COMPARISONS: Readonly<Record<ContextComparison, (differences: readonly (number | undefined)[]) => boolean>> = {
  exact: (differences) => differences.includes(0),
  minimum: (differences) => differences.some((by) => by === undefined || by >= 0),
  maximum: (differences) => differences.some((by) => by === undefined || by <= 0),
  better: (differences) => differences.every((by) => by === undefined || by > 0),
};

/**
 * Checks the context of an authentication against the requested ones. Where their order is not known, the identity
 * provider is trusted to have compared them, except for `exact`.
 * @returns the problem; undefined if there is none, or if nothing was requested
 */
export function contextProblem(
  given: string,
  requested: readonly string[],
  comparison: ContextComparison,
): string | undefined {
  if (requested.length === 0) return undefined;
  if (given === '') return 'no authentication context';
  const isAccepted = COMPARISONS[comparison](requested.map((one) => difference(given, one)));
  return isAccepted
    ? undefined
    : `the authentication context ${given} in place of ${comparison} ${requested.join(', ')}`;
}
