import { paths } from '#src/providers/paths.ts';
import { runtimeConfig } from '#src/providers/runtime-config.ts';

/** The public screens that menu, footer and palette name alike (§2). `label` is a text key. */
export const publicLinks = {
  home: { path: paths.home, label: 'common:navigation.home' },
  storeLocator: { path: paths.storeLocator, label: 'common:page.storeLocator' },
  support: { path: paths.support, label: 'common:navigation.support' },
  voucherInformation: { path: paths.voucherInformation, label: 'common:page.voucherInformation' },
} as const;

const LEGAL_PAGES = [
  { name: 'privacy', path: paths.privacy },
  { name: 'legalNotes', path: paths.legalNotes },
  { name: 'accessibility', path: paths.accessibilityStatement },
] as const;

/** The legal pages of the footer (§2), in its order: the portal's own, or at the address that the operator configured. */
export function legalPages() {
  const configured = runtimeConfig().legalLinks ?? {};
  return LEGAL_PAGES.map(({ name, path }) => {
    const address = configured[name];
    return { name, address: address ?? path, isOwn: address === undefined };
  });
}
