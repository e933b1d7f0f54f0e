import { useTranslate } from '@refinedev/core';
import { Link } from 'react-router-dom';
import { paths } from '#src/providers/paths.ts';
import { Steps } from './steps.tsx';

/** How a shop comes to sell against vouchers: agreement, registration, 'Accedi' (§2 support). */
export function Entrance() {
  const translate = useTranslate();
  return (
    <section className="section">
      <h2>{translate('home:entranceTitle')}</h2>
      <Steps of="entrance" steps={['agree', 'register', 'enter']} />
      <p className="section__link">
        <Link to={paths.support}>{translate('home:entranceLink')}</Link>
      </p>
    </section>
  );
}
