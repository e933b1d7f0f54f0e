import { configure, getConfig } from '@testing-library/react';

/** As Testing Library sets it up. */
const usual = getConfig();

/** The error of a query, with the page in it unless the query is about to be asked again. */
function tellFailure(message: string | null, container: Element): Error {
  const isAskedAgain = Reflect.get(getConfig(), '_disableExpensiveErrorDiagnostics') === true;
  if (!isAskedAgain) return usual.getElementError(message, container);
  const error = new Error(message ?? '');
  error.name = 'TestingLibraryElementError';
  return error;
}

/** Before a test fakes it. */
const { setImmediate } = globalThis;

/**
 * Waits for the effects of what was found, which React runs in a task of its own: on a busy machine Testing Library's
 * own timer may come before it.
 */
async function waitForEffects(query: () => Promise<unknown>): Promise<unknown> {
  const found: unknown = await usual.asyncWrapper(query);
  await new Promise((done) => setImmediate(done));
  return found;
}

/** How long a screen may take to show something on a busy machine, in ms. */
configure({ asyncUtilTimeout: 20_000, asyncWrapper: waitForEffects, getElementError: tellFailure });
