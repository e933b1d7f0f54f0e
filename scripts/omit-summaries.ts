import type { Plugin } from 'vite';

/** The summary of a call in the contract: a text without placeholders, in any quotes. */
const SUMMARY = /\bsummary: *(["'`])(?:(?!\1)[^\\$]|\\.)*\1/g;

/**
 * Empties the summaries of calls: only the OpenAPI document shows them, but every screen would load their 3 kB. Summaries
 * that are given by position (commandCall and documentCall of contract/calls/admin) stay: only operators load them.
 */
export function omitSummaries(): Plugin {
  return {
    name: 'omit-summaries',
    apply: 'build',
    transform: {
      filter: { id: /\/contract\/calls\// },
      handler: (code) => ({ code: code.replace(SUMMARY, "summary: ''"), map: null }),
    },
  };
}
