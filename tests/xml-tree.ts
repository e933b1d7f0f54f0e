import { SaxesParser } from 'saxes';

/** An element of an XML document: its name with prefix, its attributes, its own text, its elements. */
export interface XmlTree {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly text: string;
  readonly children: readonly XmlTree[];
}

interface OpenElement extends XmlTree {
  text: string;
  readonly children: XmlTree[];
}

/** Parses a document as any program would. @throws Error when it is not well-formed */
export function readXml(xml: string): XmlTree {
  const parser = new SaxesParser();
  const root: OpenElement = { name: '', attributes: {}, text: '', children: [] };
  const open = [root];
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    const element = { name, attributes, text: '', children: [] };
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  parser.on('text', (text) => {
    const element = open.at(-1);
    if (element !== undefined) element.text += text;
  });
  parser.on('closetag', () => void open.pop());
  parser.write(xml).close();
  const [document] = root.children;
  if (document === undefined) throw new Error('no document');
  return document;
}

/** The elements at a path of names below an element, in their order. */
export function elementsAt(tree: XmlTree, path: string): readonly XmlTree[] {
  return path
    .split('/')
    .reduce<readonly XmlTree[]>(
      (found, name) => found.flatMap(({ children }) => children.filter((child) => child.name === name)),
      [tree],
    );
}

/** The texts at a path. */
export function textsAt(tree: XmlTree, path: string): readonly string[] {
  return elementsAt(tree, path).map(({ text }) => text);
}
