import React from 'react';
import { flushSync } from 'react-dom';

/** The real function, kept before a test replaces it. */
const { setImmediate } = globalThis;

function isPromise(value: unknown): value is Promise<unknown> {
  return value instanceof Promise;
}

/** Replaces React's `act`, which the production build does not have. */
function act(change: () => unknown): unknown {
  const changed = flushSync(change);
  if (!isPromise(changed)) return changed;
  return changed.then(async (value) => {
    await new Promise((drawn) => setImmediate(drawn));
    return value;
  });
}

if (!('act' in React)) Object.assign(React, { act });
