import { useTranslate } from '@refinedev/core';
import { Link } from 'react-router-dom';
import { publicFile } from '#src/providers/api/files.ts';
import { openOverlay } from '../palette/overlay-store.ts';
import { SupportMailbox } from '../plain/public-page.tsx';
import { legalPages, publicLinks } from './public-links.ts';

/** Privacy, legal notes and accessibility statement (§2), with the usual names of Italian public sites. */
function LegalLinks() {
  const translate = useTranslate();
  return (
    <nav className="footer__legal" aria-label={translate('common:footer.legalMenu')}>
      <ul className="row wraps footer__list app__inner">
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

/** Logos, menu, contact mailbox and legal links (§2). */
export function Footer() {
  const translate = useTranslate();
  return (
    <footer className="footer">
      <div className="footer__inner app__inner">
        <div className="row footer__marks">
          <img src={publicFile('/icons/mark.svg')} alt="" width="48" height="48" />
          <img src={publicFile('/icons/owner.svg')} alt="" width="48" height="48" />
          <p>
            <span className="footer__service">{translate('common:service.name')}</span>
            <span className="footer__owner">{translate('common:service.owner')}</span>
          </p>
        </div>
        <nav aria-label={translate('common:footer.menu')}>
          <ul className="footer__list">
            {Object.values(publicLinks).map(({ path, label }) => (
              <li key={path}>
                <Link to={path}>{translate(label)}</Link>
              </li>
            ))}
            <li>
              <button type="button" onClick={() => openOverlay('shortcuts')}>
                {translate('common:shortcuts.open')}
              </button>
            </li>
          </ul>
        </nav>
        <section>
          <h2>{translate('common:footer.contact')}</h2>
          <p className="footer__text">{translate('common:footer.contactText')}</p>
          <SupportMailbox />
        </section>
      </div>
      <LegalLinks />
    </footer>
  );
}
