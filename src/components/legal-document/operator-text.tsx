import { useTranslate } from '@refinedev/core';
import { Prose } from './prose.tsx';

/**
 * A text that the operator of the installation must write: key `operator:…` (docs/deployment.md). While it is empty, a
 * box says what belongs there. `data-operator-text` helps to find all of them.
 */
export function OperatorText({ name }: { readonly name: string }) {
  const translate = useTranslate();
  const text = translate(`operator:${name}`);
  if (text !== '') return <Prose text={text} />;
  return (
    <div className="operator-text" data-operator-text={name}>
      <p>
        <strong>{translate('legal:operatorText')}</strong> {translate(`legal:missing.${name}`)}
      </p>
    </div>
  );
}
