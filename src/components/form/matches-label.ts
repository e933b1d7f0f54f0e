import { hasWords } from '#contract/rules/folded-text.ts';

/** Whether an option of a select has what is typed in its text, whatever accents and case. */
export function matchesLabel(typed: string, option?: { readonly label?: unknown }): boolean {
  return typeof option?.label === 'string' && hasWords(option.label, typed);
}
