import type { Plugin } from 'vite';

/** The summary of a call or the description of a field: a text without placeholders, in any quotes. */
const TEXT = /\b(summary: *|description: *|idOf\()(["'`])(?:(?!\2)[^\\$]|\\.)*\2/g;
/** What gives a schema its texts. */
const DESCRIBED = /\bfunction described\([^]*?\n\}/;
const NO_TEXT = /,\s*\{\s*description: '',?\s*\}/g;
/** The example of a field, and the limit that a call counts for. */
const OF_THE_SERVER = /,?\s*\b(example|rate): *(?:(["'])[^"'\\]*\2|-?[\d.]+|true|false)(?=\s*[,}])/g;

/**
 * Empties the texts of calls and their fields, and leaves out what else only the server reads: every screen would load
 * these 7 kB. Summaries that are given by position (commandCall and documentCall of contract/admin) stay: only
 * operators load them.
 */
export function omitSummaries(): Plugin {
  return {
    name: 'omit-summaries',
    apply: 'build',
    transform: {
      filter: { id: /\/contract\/(admin\/|calls\/|request\.ts)/ },
      handler: (code) => ({
        code: code
          .replace(TEXT, "$1''")
          .replace(OF_THE_SERVER, '')
          .replace(NO_TEXT, '')
          .replace(DESCRIBED, 'function described(schema) { return schema; }'),
        map: null,
      }),
    },
  };
}
