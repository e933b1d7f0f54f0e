import type { RequestListener } from 'node:http';
import { readBody } from './listen.ts';
import type { Fixture } from './fixture.ts';

/** The text of the button that signs in. */
export const SIGN_ON_BUTTON = 'Entra come commessa.uno';

const page = (relayState: string) => `<!doctype html>
<html lang="it"><head><meta charset="utf-8"><title>Accesso di prova</title></head><body>
<h1>Accesso di prova</h1>
<form method="post" action="/entrato">
<input type="hidden" name="RelayState" value="${relayState}">
<button>${SIGN_ON_BUTTON}</button>
</form></body></html>`;

/** A browser with tabs requests it from every site, a headless shell does not. */
const ICON = '/favicon.ico';

/** A page that acts as the identity provider: it accepts the portal's form and sends the browser back to the portal. */
export function signOnListener(fixture: Fixture, portalOrigin: () => string): RequestListener {
  return (request, response) => {
    if (request.url === ICON) {
      response.writeHead(404).end();
      return;
    }
    void readBody(request).then((text) => {
      const form = new URLSearchParams(text);
      const relayState = form.get('RelayState') ?? '';
      if (request.method !== 'POST' || !fixture.relayStates.has(relayState)) {
        fixture.violations.push(
          `sign-on page: ${request.method ?? ''} ${request.url ?? ''} with RelayState '${relayState}'`,
        );
        response.writeHead(400).end();
      } else if (request.url === '/entrato') {
        const sessionId = fixture.newId('sessione&');
        fixture.signOnSessions.set(sessionId, relayState);
        const location = `${portalOrigin()}/redirect-url?sessionId=${encodeURIComponent(sessionId)}`;
        response.writeHead(303, { Location: location }).end();
      } else {
        if (form.get('SAMLRequest') !== 'cmljaGllc3Rh+/==')
          fixture.violations.push('sign-on page: another SAMLRequest');
        response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(page(relayState));
      }
    });
  };
}
