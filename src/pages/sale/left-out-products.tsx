import { useTranslate } from '@refinedev/core';
import { Alert } from 'antd';

/** Lists the products that a new cart lacks, because the dossier no longer covers them (rules §6). */
export function LeftOutProducts({ names }: { readonly names: readonly string[] }) {
  const translate = useTranslate();
  if (names.length === 0) return null;
  return (
    <Alert
      type="warning"
      showIcon
      role="alert"
      message={translate('sale:leftOut')}
      description={
        <ul>
          {names.map((name) => (
            <li key={name}>{name}</li>
          ))}
        </ul>
      }
    />
  );
}
