/** What the embedded fonts can draw besides Latin-1. */
const ALSO_DRAWN = '€–—‘’“”…•';

/** The text with every letter that the fonts lack as its plain letter, or `?` where it has none. */
export function printable(text: string): string {
  return Array.from(text.normalize('NFC'), (character) => {
    if (character <= 'ÿ' || ALSO_DRAWN.includes(character)) return character;
    const plain = character.normalize('NFKD').charAt(0);
    return plain <= 'ÿ' ? plain : '?';
  }).join('');
}
