import { useTranslate } from '@refinedev/core';
import { Link } from 'react-router-dom';
import { legalPages } from './legal-pages.ts';

/** Privacy, legal notes and accessibility statement (§2), under the words that an Italian public site uses. */
export function LegalLinks() {
  const translate = useTranslate();
  return (
    <nav className="footer__legal" aria-label={translate('common:footer.legalMenu')}>
      <ul className="footer__list app__inner">
        {legalPages().map(({ name, address, isOwn }) => (
          <li key={name}>
            {isOwn ? (
              <Link to={address}>{translate(`common:footer.${name}`)}</Link>
            ) : (
              <a href={address}>{translate(`common:footer.${name}`)}</a>
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}
