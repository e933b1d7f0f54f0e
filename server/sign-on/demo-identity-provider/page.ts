import { createHash } from 'node:crypto';
import { escapeHtml } from './html.ts';
import { STYLE } from './style.ts';
import texts from './texts.json' with { type: 'json' };

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
