/** The current query parameters of the URL. The router reports a change to a screen only later. */
export function currentQuery(): Readonly<Record<string, string>> {
  return Object.fromEntries(new URLSearchParams(window.location.search));
}
