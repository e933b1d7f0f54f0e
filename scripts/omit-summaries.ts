import type { Plugin } from 'vite';

/** The summary of a call or the description of a field: a text without placeholders, in any quotes. */
const TEXT = /\b(summary|description): *(["'`])(?:(?!\2)[^\\$]|\\.)*\2/g;

/**
 * Empties the texts of calls and their fields: only the OpenAPI document shows them, but every screen would load their
 * 6 kB. Summaries that are given by position (commandCall and documentCall of contract/calls/admin) stay: only operators
 * load them.
 */
export function omitSummaries(): Plugin {
  return {
    name: 'omit-summaries',
    apply: 'build',
    transform: {
      filter: { id: /\/contract\/(calls\/|request\.ts)/ },
      handler: (code) => ({ code: code.replace(TEXT, "$1: ''"), map: null }),
    },
  };
}
