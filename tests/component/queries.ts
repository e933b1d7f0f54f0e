import { configure, getConfig } from '@testing-library/react';

const { getElementError } = getConfig();

/** The error of a query, with the page in it unless the query is about to be asked again. */
function tellFailure(message: string | null, container: Element): Error {
  const isAskedAgain = Reflect.get(getConfig(), '_disableExpensiveErrorDiagnostics') === true;
  if (!isAskedAgain) return getElementError(message, container);
  const error = new Error(message ?? '');
  error.name = 'TestingLibraryElementError';
  return error;
}

/** How long a screen may take to show something on a busy machine, in ms. */
configure({ asyncUtilTimeout: 20_000, getElementError: tellFailure });
