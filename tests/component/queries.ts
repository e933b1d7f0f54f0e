import { configure, getConfig } from '@testing-library/react';

/** Testing Library's own configuration. */
const usual = getConfig();

/** The error of a query. It prints the page, except while the query will be repeated. */
function tellFailure(message: string | null, container: Element): Error {
  const isAskedAgain = Reflect.get(getConfig(), '_disableExpensiveErrorDiagnostics') === true;
  if (!isAskedAgain) return usual.getElementError(message, container);
  const error = new Error(message ?? '');
  error.name = 'TestingLibraryElementError';
  return error;
}

/** The real function, kept before a test replaces it. */
const { setImmediate } = globalThis;

/**
 * Waits for the effects of the found element. React runs them in a separate task, which may come after Testing
 * Library's timer on a busy machine.
 */
async function waitForEffects(query: () => Promise<unknown>): Promise<unknown> {
  const found: unknown = await usual.asyncWrapper(query);
  await new Promise((done) => setImmediate(done));
  return found;
}

/** Upper limit for a busy machine to show something, in ms. */
configure({ asyncUtilTimeout: 60_000, asyncWrapper: waitForEffects, getElementError: tellFailure });
