import React from 'react';
import { flushSync } from 'react-dom';

/** Before a test fakes it. */
const { setImmediate } = globalThis;

function isPromise(value: unknown): value is Promise<unknown> {
  return value instanceof Promise;
}

/**
 * Testing Library wraps all that it does in React's `act`, which the build that users run does not have: there what was
 * changed is drawn before it returns, or is resolved, which is what the tests need of it.
 */
function act(change: () => unknown): unknown {
  const changed = flushSync(change);
  if (!isPromise(changed)) return changed;
  return changed.then(async (value) => {
    await new Promise((drawn) => setImmediate(drawn));
    return value;
  });
}

if (!('act' in React)) Object.assign(React, { act });
