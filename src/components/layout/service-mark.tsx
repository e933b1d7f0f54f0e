import { useTranslate } from '@refinedev/core';
import { Link } from 'react-router-dom';
import { paths } from '#src/providers/paths.ts';
import { publicFile } from '#src/providers/public-file.ts';

/** Mark, name and purpose of the service; leads home. */
export function ServiceMark() {
  const translate = useTranslate();
  return (
    <Link className="service" to={paths.home}>
      <img className="service__mark" src={publicFile('/icons/mark.svg')} alt="" width="44" height="44" />
      <span>
        <span className="service__name">{translate('common:service.name')}</span>
        <span className="service__tagline">{translate('common:service.tagline')}</span>
      </span>
    </Link>
  );
}
