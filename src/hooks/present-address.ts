/** What the query of the address has at this moment: the router shows a screen a change of it only later. */
export function presentAddress(): Readonly<Record<string, string>> {
  return Object.fromEntries(new URLSearchParams(window.location.search));
}
