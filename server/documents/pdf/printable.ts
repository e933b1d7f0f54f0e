/** The characters besides Latin-1 that the embedded fonts have. */
const ALSO_DRAWN = '€–—‘’“”…•';

/** The text with each character that the fonts lack replaced by its base letter, or by `?`. */
export function printable(text: string): string {
  return Array.from(text.normalize('NFC'), (character) => {
    if (character <= 'ÿ' || ALSO_DRAWN.includes(character)) return character;
    const plain = character.normalize('NFKD').charAt(0);
    return plain <= 'ÿ' ? plain : '?';
  }).join('');
}
