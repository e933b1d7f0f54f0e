import { expect, test } from 'vitest';
import { readTrace, traceparentOf } from '#server/trace.ts';

const ID = '4bf92f3577b34da6a3ce929d0e0e4736';
const SPAN = '00f067aa0ba902b7';
const TRACE = '4bf92f35-77b3-4da6-a3ce-929d0e0e4736';

test('design §4 trace: the id of a traceparent, of this version and of later ones', () => {
  expect(readTrace(`00-${ID}-${SPAN}-01`)).toBe(TRACE);
  expect(readTrace(`01-${ID}-${SPAN}-00-more`)).toBe(TRACE);
  expect(traceparentOf(TRACE)).toMatch(new RegExp(`^00-${ID}-[\\da-f]{16}-01$`));
  expect(readTrace(traceparentOf(TRACE))).toBe(TRACE);
});

test.each([
  undefined,
  '',
  ['00', ID],
  `00-${ID}-${SPAN}-01-more`,
  `ff-${ID}-${SPAN}-01`,
  `00-${'0'.repeat(32)}-${SPAN}-01`,
  `00-${ID}-${'0'.repeat(16)}-01`,
  `00-${ID.toUpperCase()}-${SPAN}-01`,
  `00-${ID}-${SPAN}-01\n`,
])('design §4 trace: %j is none', (header) => expect(readTrace(header)).toBeUndefined());
