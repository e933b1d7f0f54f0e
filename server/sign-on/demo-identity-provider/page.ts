import { createHash } from 'node:crypto';
import { escapeHtml } from './html.ts';
import { STYLE } from './style.ts';
import texts from './texts.json' with { type: 'json' };

/** Sends the page's form as soon as it is there. */
const AUTO_SUBMIT = 'document.forms[0].submit();';

/** A page of the demonstration identity provider, with the content security policy that it needs. */
export interface Page {
  readonly html: string;
  readonly contentSecurityPolicy: string;
}

interface PageContent {
  readonly title: string;
  /** HTML of everything below the title. */
  readonly body: string;
  /** The sources to which its form may lead, also through redirects. */
  readonly formAction: string;
  readonly isAutoSubmitted?: boolean;
}

function hashSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

/** A whole page. Nothing but its own style and, where it sends itself, its own script may run in it. */
export function renderPage({ title, body, formAction, isAutoSubmitted = false }: PageContent): Page {
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
