/** Words that people use in secrets, including those of the demonstration. */
const WORDS = (
  'access admin buoni changeit changeme change cliente client chiave default demonstration demo example food hello ' +
  'here jwt key letmein master must passphrase password passwd pass pepper please portale portal production replace ' +
  'root salt sardegna secret segreto server signing test this token user voucher welcome with your'
).split(' ');

/** Keyboard rows and the alphabet, in both directions. */
const ROWS = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm', '1234567890', 'abcdefghijklmnopqrstuvwxyz'].flatMap((row) => [
  row,
  Array.from(row).reverse().join(''),
]);
const MIN_RUN_LENGTH = 4;

/** The letters that digits and signs often replace. */
const DISGUISES: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

const MAX_CHECKED_LENGTH = 1000;

/** A secret with fewer different characters is a pattern; 32 random hexadecimal digits have more. */
const MIN_DIFFERENT_CHARACTERS = 8;

function runAt(text: string, at: number): number {
  let longest = 0;
  for (const row of ROWS) {
    let length = MIN_RUN_LENGTH;
    while (at + length <= text.length && row.includes(text.slice(at, at + length))) length += 1;
    longest = Math.max(longest, length - 1);
  }
  return longest < MIN_RUN_LENGTH ? 1 : longest;
}

/** The text with only one character of each sequence such as `abcd` or `6543`. */
function withoutSequences(text: string): string {
  let rest = '';
  for (let at = 0; at < text.length; at += runAt(text, at)) rest += text.charAt(at);
  return rest;
}

function withoutRepetitions(text: string): string {
  return text.replace(/(.+?)\1+/gs, '$1');
}

function cut(text: string, at: number, length: number): string {
  return text.slice(0, at) + text.slice(at + length);
}

function withoutWords(text: string): string {
  let rest = text;
  let plain = Array.from(text, (character) => DISGUISES[character] ?? character).join('');
  for (const word of WORDS) {
    for (let at = plain.indexOf(word); at !== -1; at = plain.indexOf(word)) {
      rest = cut(rest, at, word.length);
      plain = cut(plain, at, word.length);
    }
  }
  return rest;
}

/**
 * Whether a secret is easy to guess, whatever its length. Repetitions, sequences and common words are removed first.
 * @param needed the minimum number of remaining characters
 */
export function isGuessable(secret: string, needed: number): boolean {
  const lower = secret.slice(0, MAX_CHECKED_LENGTH).toLowerCase();
  const rest = withoutRepetitions(withoutSequences(withoutWords(lower))).replace(/[\s_.-]/g, '');
  return rest.length < needed || new Set(secret).size < MIN_DIFFERENT_CHARACTERS;
}
