import { createHash } from 'node:crypto';
import type { DemoIdentity, DemoIdentityGroup } from '#demo/values.ts';
import texts from './texts.json' with { type: 'json' };

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes a text for an element or a quoted attribute. */
function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

/** The hidden fields of a form. */
function hiddenFields(fields: Readonly<Record<string, string>>): string {
  return Object.entries(fields)
    .map(([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`)
    .join('\n');
}

/** The stylesheet of the demonstration identity provider, in the portal's colours. */
const STYLE = `
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

/** Submits the page's form immediately. */
const AUTO_SUBMIT = 'document.forms[0].submit();';

/** A page of the demonstration identity provider with its Content-Security-Policy. */
export interface Page {
  readonly html: string;
  readonly contentSecurityPolicy: string;
}

interface PageContent {
  readonly title: string;
  /** The HTML below the title. */
  readonly body: string;
  /** The sources to which the form may lead, including redirects. */
  readonly formAction: string;
  readonly isAutoSubmitted?: boolean;
}

function hashSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

/** Renders a whole page. Only its own style may run in it, and its own script if it submits itself. */
function renderPage({ title, body, formAction, isAutoSubmitted = false }: PageContent): Page {
  const directives = [
    "default-src 'none'",
    `style-src ${hashSource(STYLE)}`,
    `script-src ${isAutoSubmitted ? hashSource(AUTO_SUBMIT) : "'none'"}`,
    `form-action ${formAction}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  const html = `<!doctype html>
<html lang="it">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)} · ${escapeHtml(texts.provider)}</title>
<style>${STYLE}</style>
</head>
<body>
<header><p>${escapeHtml(texts.provider)}</p></header>
<main>
<h1>${escapeHtml(title)}</h1>
<p class="notice" role="note">${escapeHtml(texts.notice)}</p>
${body}
</main>
${isAutoSubmitted ? `<script>${AUTO_SUBMIT}</script>` : ''}
</body>
</html>
`;
  return { html, contentSecurityPolicy: directives.join('; ') };
}

const GROUPS: readonly DemoIdentityGroup[] = ['shop', 'authority', 'operator', 'unregistered'];

function personButton({ username, firstName, lastName, description }: DemoIdentity): string {
  return `<li><button class="person" name="username" value="${escapeHtml(username)}">
<strong>${escapeHtml(`${firstName} ${lastName}`)}</strong>
<span>${escapeHtml(description)}</span>
<span>${escapeHtml(username)}</span>
</button></li>`;
}

function groupSection(group: DemoIdentityGroup, people: readonly DemoIdentity[]): string {
  const members = people.filter((person) => person.group === group);
  if (members.length === 0) return '';
  return `<section aria-labelledby="${group}">
<h2 id="${group}">${escapeHtml(texts.groups[group])}</h2>
<ul>
${members.map(personButton).join('\n')}
</ul>
</section>`;
}

/** The page with the demonstration users. `request` is the portal's form, passed on unchanged. */
export function choosePage(
  action: string,
  request: Readonly<Record<string, string>>,
  people: readonly DemoIdentity[],
): Page {
  const body = `<p>${escapeHtml(texts.choose.intro)}</p>
<form method="post" action="${escapeHtml(action)}">
${hiddenFields(request)}
${GROUPS.map((group) => groupSection(group, people)).join('\n')}
</form>`;
  return renderPage({ title: texts.choose.title, body, formAction: "'self'" });
}

/**
 * The page that posts the response to the service provider, with a button for browsers without scripts.
 * @param origins the targets of the form: the service provider's origin, and the portal's, to which it redirects
 */
export function forwardPage(
  action: string,
  response: Readonly<Record<string, string>>,
  origins: readonly string[],
): Page {
  const body = `<form method="post" action="${escapeHtml(action)}">
${hiddenFields(response)}
<p>${escapeHtml(texts.forward.text)}</p>
<button class="primary">${escapeHtml(texts.forward.button)}</button>
</form>`;
  const formAction = ["'self'", ...new Set(origins)].join(' ');
  return renderPage({ title: texts.forward.title, body, formAction, isAutoSubmitted: true });
}

/** The page for a request that does not come from the portal. */
export function refusedPage(portalUrl: string): Page {
  const body = `<p>${escapeHtml(texts.refused.text)}</p>
<p><a href="${escapeHtml(portalUrl)}">${escapeHtml(texts.refused.link)}</a></p>`;
  return renderPage({ title: texts.refused.title, body, formAction: "'none'" });
}
