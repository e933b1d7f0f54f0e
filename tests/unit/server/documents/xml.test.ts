import fc from 'fast-check';
import { expect, test } from 'vitest';
import { renderXml } from '#server/documents/xml.ts';
import { modelRuns } from '#tests/extent.ts';
import { readXml } from '#tests/xml-tree.ts';

test('rules §7 XML: any text comes back as it was, in an element and in an attribute', () => {
  // What an XML parser folds, and what XML cannot have.
  const kept = (text: string) =>
    // oxlint-disable-next-line no-control-regex
    text.replace(/[\u0000-\u0008\u000B-\u001F\uFFFE\uFFFF]|\p{Surrogate}/gu, '').replace(/[\t\n]/g, ' ');
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }).map(kept), (text) => {
      const { text: read, attributes } = readXml(renderXml(['a', text, { of: text }]));
      expect({ read, of: attributes.of }).toEqual({ read: text, of: text });
    }),
    modelRuns(100),
  );
  expect(
    renderXml([
      'a',
      [
        ['b', '<&>"\u0000'],
        ['c', []],
      ],
    ]),
  ).toBe('<?xml version="1.0" encoding="UTF-8"?>\n<a><b>&lt;&amp;&gt;&quot;</b><c></c></a>\n');
});
