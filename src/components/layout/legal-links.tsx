import { useTranslate } from '@refinedev/core';
import { runtimeConfig } from '#src/providers/runtime-config.ts';

const PAGES = ['privacy', 'legalNotes', 'accessibility'] as const;

/** The legal pages that the operator has named in the configuration (§2); a page that does not exist gets no link. */
export function LegalLinks() {
  const translate = useTranslate();
  const addresses = runtimeConfig().legalLinks ?? {};
  const links = PAGES.flatMap((page) => {
    const address = addresses[page];
    return address === undefined ? [] : [{ page, address }];
  });
  if (links.length === 0) return null;
  return (
    <nav className="footer__legal" aria-label={translate('common:footer.legalMenu')}>
      <ul className="footer__list app__inner">
        {links.map(({ page, address }) => (
          <li key={page}>
            <a href={address}>{translate(`common:footer.${page}`)}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
