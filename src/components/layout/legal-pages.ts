import { paths } from '#src/providers/paths.ts';
import { runtimeConfig } from '#src/providers/runtime-config.ts';

/** A legal page of the portal, or the one at the address that the operator configured. */
interface LegalPage {
  readonly name: 'privacy' | 'legalNotes' | 'accessibility';
  readonly address: string;
  readonly isOwn: boolean;
}

const OWN_PATHS = {
  privacy: paths.privacy,
  legalNotes: paths.legalNotes,
  accessibility: paths.accessibilityStatement,
} as const;

/** The legal pages of the footer (§2), in its order. */
export function legalPages(): readonly LegalPage[] {
  const configured = runtimeConfig().legalLinks ?? {};
  return (['privacy', 'legalNotes', 'accessibility'] as const).map((name) => {
    const address = configured[name];
    return { name, address: address ?? OWN_PATHS[name], isOwn: address === undefined };
  });
}
