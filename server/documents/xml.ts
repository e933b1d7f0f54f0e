const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** Characters that XML cannot have. */
// oxlint-disable-next-line no-control-regex
const IMPOSSIBLE = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|\p{Surrogate}/gu;

/** A text as XML writes it, in an element or an attribute. */
export function escapeXml(text: string): string {
  return text.replace(IMPOSSIBLE, '').replace(/[&<>"]/g, (character) => ESCAPES[character] ?? '');
}

/** An element with its text, or with its elements in their order. */
export type XmlElement = readonly [
  name: string,
  content: string | readonly XmlElement[],
  attributes?: Readonly<Record<string, string>>,
];

type Attributes = NonNullable<XmlElement[2]>;

function tag(name: string, attributes: Attributes): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(value)}"`);
  return `<${name}${written.join('')}>`;
}

/** An element as a part of a document. */
export function renderElement([name, content, attributes = {}]: XmlElement): string {
  const inside = typeof content === 'string' ? escapeXml(content) : content.map(renderElement).join('');
  return `${tag(name, attributes)}${inside}</${name}>`;
}

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';

/** An XML document in UTF-8. */
export function renderXml(root: XmlElement): string {
  return `${HEAD}${renderElement(root)}\n`;
}

/** The same in pieces, one for each of those in which the elements of the root come. */
export function* renderXmlPieces(
  name: string,
  pieces: Iterable<readonly XmlElement[]>,
  attributes: Attributes = {},
): Generator<string, void> {
  yield `${HEAD}${tag(name, attributes)}`;
  for (const elements of pieces) yield elements.map(renderElement).join('');
  yield `</${name}>\n`;
}
