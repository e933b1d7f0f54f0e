/** So many different characters has a random text of the shortest length; one of 32 hexadecimal digits has more. */
const FEWEST = 8;
const SHORTEST = 12;

/** What stands in secrets that people make up, and hardly ever in random ones. */
const WORDS = /passw|secret|postgres|voucher|admin|change|replace|product|demonstr/i;

/**
 * Whether a secret has not the form of a random one: hexadecimal digits, or letters of both cases mixed with what else
 * there is; no character often, no sequence, and no
 * word of those that are common.
 */
export function isGuessable(secret: string): boolean {
  const isHexadecimal = /^[\da-f-]+$/i.test(secret);
  const runs = secret.match(/[a-z]+|[A-Z]+|\d+|[^A-Za-z\d]+/g) ?? [];
  const isMixed = /[a-z]/.test(secret) && /[A-Z]/.test(secret) && 4 * runs.length > secret.length;
  const steps = Array.from(secret, (_, at) => secret.charCodeAt(at) - secret.charCodeAt(at - 1));
  const needed = isHexadecimal ? FEWEST : Math.max(FEWEST, Math.min(2 * FEWEST, secret.length / 2));
  return (
    secret.length < SHORTEST ||
    WORDS.test(secret) ||
    !(isHexadecimal || isMixed) ||
    new Set(secret).size < needed ||
    new Set(steps).size < FEWEST
  );
}
