import { paths } from '#src/providers/paths.ts';
import { runtimeConfig } from '#src/providers/runtime-config.ts';

/** The public screens that menu, footer and palette name alike (§2). `label` is a text key. */
export const publicLinks = {
  home: { path: paths.home, label: 'common:navigation.home' },
  storeLocator: { path: paths.storeLocator, label: 'common:page.storeLocator' },
  support: { path: paths.support, label: 'common:navigation.support' },
  voucherInformation: { path: paths.voucherInformation, label: 'common:page.voucherInformation' },
} as const;

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
