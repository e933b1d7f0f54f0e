import type { DemoIdentity, DemoIdentityGroup } from '#server/demo-data/values/identities.ts';
import { escapeHtml, hiddenFields } from './html.ts';
import { type Page, renderPage } from './page.ts';
import texts from './texts.json' with { type: 'json' };

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
