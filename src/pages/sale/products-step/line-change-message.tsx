import { useTranslate } from '@refinedev/core';
import { Alert } from 'antd';
import { useErrorText } from '#src/hooks/use-error-text.ts';
import type { LineChange } from './use-cart-lines.ts';

/** Why the cart was not changed, or that this is not known; a change may be repeated, for it replaces its line (§7). */
export function LineChangeMessage({ problem }: { readonly problem: Exclude<LineChange, { readonly kind: 'done' }> }) {
  const translate = useTranslate();
  const errorText = useErrorText();
  if (problem.kind !== 'refused') {
    return <Alert type="warning" showIcon role="alert" message={translate(`sale:change.${problem.kind}`)} />;
  }
  if (problem.error.shown) return null;
  return <Alert type="error" showIcon role="alert" message={errorText(problem.error)} />;
}
