import { useTranslate } from '@refinedev/core';
import { Prose } from './prose.tsx';

/**
 * A text that only the operator of an installation can write, from the texts `operator:…` (docs/deployment.md). While
 * it is empty, a box in its place says what belongs there; `data-operator-text` names it for who looks for them all.
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
