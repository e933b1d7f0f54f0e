import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/**
 * What the reports of the test programs say: how many tests passed and failed, and which failed and why.
 * @typedef {{ title: string, message: string }} Failure
 */

/** A log may be cut: so many lines of a failed check are printed, the most telling ones first. */
const LINES_SHOWN = 60;
const LINES_OF_A_FAILURE = { least: 3, most: 16 };

/** Under it vitest prints what went wrong outside of any test, which its report leaves out. */
const UNHANDLED = /^\W*Unhandled Errors\W*$/;

const linesOf = (text) =>
  stripVTControlCharacters(text)
    .split('\n')
    .filter((line) => line.trim() !== '');

/** Vitest's JSON report; a file that could not be run has a message and no tests. */
export const vitestReport = {
  counts: ({ numPassedTests, numFailedTests }) => ({ passed: numPassedTests, failed: numFailedTests }),
  failures: ({ testResults }) =>
    testResults.flatMap(({ name, message, assertionResults }) => {
      const file = relative(process.cwd(), name);
      const failed = assertionResults.filter(({ status }) => status === 'failed');
      if (failed.length === 0) return message ? [{ title: file, message }] : [];
      return failed.map(({ fullName, failureMessages }) => ({
        title: `${file} › ${fullName}`,
        message: failureMessages.join('\n'),
      }));
    }),
};

function specsOf({ specs = [], suites = [] }) {
  return [...specs, ...suites.flatMap(specsOf)];
}

/** The titles of the steps that led to where a browser test failed. */
function failedSteps(steps = []) {
  const failed = steps.find(({ error }) => error);
  return failed ? [failed.title, ...failedSteps(failed.steps)] : [];
}

/** Playwright's JSON report; a test that passed at a second try only has failed. */
export const playwrightReport = {
  counts: ({ stats }) => ({ passed: stats.expected, failed: stats.unexpected + stats.flaky }),
  /** The browser that the tests ran in. */
  remark: ({ config }) => config.metadata.browser,
  failures: ({ suites = [], errors = [] }) => [
    ...errors.map(({ message = '' }) => ({ title: 'before the tests', message })),
    ...suites
      .flatMap(specsOf)
      .filter(({ tests }) => tests.some(({ status }) => status === 'unexpected' || status === 'flaky'))
      .map(({ file, line, title, tests }) => ({
        title: `${file}:${line} › ${title}`,
        message: tests
          .flatMap(({ results }) =>
            results.flatMap(({ errors: of, steps }) => [failedSteps(steps).join(' › '), ...of.map((e) => e.message)]),
          )
          .join('\n'),
      })),
  ],
};

/** The output's most telling lines where no test is to blame: what nobody caught, or else its end. */
function blameless(output) {
  const lines = linesOf(output);
  const heading = lines.findIndex((line) => UNHANDLED.test(line));
  return heading < 0 ? lines.slice(-LINES_SHOWN) : lines.slice(heading, heading + LINES_SHOWN);
}

/**
 * What failed, in few lines: the name of each failed test and the beginning of its message; what nobody caught, or the
 * end of the output, where no test is to blame.
 * @param {readonly Failure[]} failures
 * @param {string} output all that the program printed
 */
export function briefly(failures, output) {
  if (failures.length === 0) return blameless(output).join('\n');
  const { least, most } = LINES_OF_A_FAILURE;
  const each = Math.min(most, Math.max(least, Math.floor(LINES_SHOWN / failures.length) - 1));
  const lines = failures.flatMap(({ title, message }) => [
    `✘ ${title}`,
    ...linesOf(message)
      .slice(0, each)
      .map((line) => `    ${line}`),
  ]);
  const names = failures.map(({ title }) => `✘ ${title}`);
  const isTooLong = lines.length > LINES_SHOWN;
  return (isTooLong ? [...names.slice(0, LINES_SHOWN / 2), '', ...lines.slice(0, LINES_SHOWN / 2)] : lines).join('\n');
}
