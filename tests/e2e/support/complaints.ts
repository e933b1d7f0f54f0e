import type { BrowserContext } from '@playwright/test';

/** Browsers also log failed responses, and Firefox what its viewer of PDFs does. */
const NO_COMPLAINT = /^Failed to load resource|“style-src resource:”/;

/**
 * Notes the errors of a context's pages from now on, and the errors and warnings on their consoles. Firefox warns of
 * much that is no business of the page.
 */
export function noteComplaints(context: BrowserContext, browserName: string): string[] {
  const complaints: string[] = [];
  const types = browserName === 'firefox' ? ['error'] : ['error', 'warning'];
  const note = (text: string) => {
    if (!NO_COMPLAINT.test(text)) complaints.push(text);
  };
  context.on('weberror', (thrown) => note(thrown.error().message));
  context.on('console', (message) => {
    if (types.includes(message.type())) note(message.text());
  });
  return complaints;
}
