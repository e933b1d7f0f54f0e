import React from 'react';
import { flushSync } from 'react-dom';

/**
 * Testing Library wraps all that it does in React's `act`, which the build that users run does not have: there what was
 * changed is drawn before it returns, which is what the tests need of it.
 */
function act<Result>(change: () => Result): Result {
  return flushSync(change);
}

if (!('act' in React)) Object.assign(React, { act });
