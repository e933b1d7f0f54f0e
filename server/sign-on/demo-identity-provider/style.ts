/** The stylesheet of the demonstration identity provider, in the portal's colours. */
export const STYLE = `
:root {
  --text: #17324d; --muted: #455a6b; --page: #f2f5f9; --surface: #ffffff; --line: #c5d0db;
  --accent: #0066cc; --accent-text: #ffffff; --band: #0066cc; --notice: #fff5d6; --notice-line: #a66300;
}
@media (prefers-color-scheme: dark) {
  :root {
    --text: #e6edf4; --muted: #b0bfcd; --page: #0f1822; --surface: #18242f; --line: #3d4f60;
    --accent: #6db3ff; --accent-text: #08131f; --band: #0b3a68; --notice: #33290f; --notice-line: #e0a94a;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; background: var(--page); color: var(--text);
  font: 1rem/1.5 'Titillium Web', system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif;
}
header { background: var(--band); color: #ffffff; }
header p { margin: 0 auto; max-width: 64rem; padding: .75rem 1rem; font-weight: 600; }
main { margin: 0 auto; max-width: 64rem; padding: 1.5rem 1rem 3rem; }
h1 { margin: 0 0 1rem; font-size: 1.75rem; line-height: 1.2; }
h2 { margin: 2rem 0 .75rem; font-size: 1.125rem; }
p { margin: 0 0 1rem; max-width: 44rem; }
a { color: var(--accent); }
.notice { padding: .75rem 1rem; background: var(--notice); border-left: 4px solid var(--notice-line); }
ul { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 18rem), 1fr)); gap: .75rem;
  margin: 0; padding: 0; list-style: none; }
li { display: flex; }
button { font: inherit; color: inherit; cursor: pointer; border-radius: 4px; }
.person { display: flex; flex: 1; flex-direction: column; gap: .125rem; padding: .75rem 1rem; text-align: left;
  background: var(--surface); border: 1px solid var(--line); }
.person:hover { border-color: var(--accent); box-shadow: inset 0 0 0 1px var(--accent); }
.person strong { color: var(--accent); font-size: 1.0625rem; }
.person span { color: var(--muted); font-size: .875rem; line-height: 1.4; overflow-wrap: anywhere; }
.primary { min-height: 2.75rem; padding: .5rem 1.5rem; font-weight: 600;
  background: var(--accent); color: var(--accent-text); border: 0; }
:focus-visible { outline: 3px solid var(--text); outline-offset: 2px; }
`;
