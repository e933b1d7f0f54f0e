import type { ToldLine } from '#contract/admin/imports.ts';
import { formatDay } from '#contract/rules/dates.ts';
import { formatUnitPrice, money } from '#contract/rules/money.ts';
import { useTranslateKinds } from '#src/providers/api/kinds.ts';

/** The fields whose values are words with a label. */
const WORD_FIELDS = ['categoryType', 'dossierStatus', 'dossierType', 'gender', 'otpMode', 'profile'];
const AMOUNT_FIELDS = ['monthlyAmount', 'refPrice'];

/** The texts for the fields of imported lines. */
export function useImportWords() {
  const translate = useTranslateKinds();
  const fieldName = (field: string) => translate(`admin-imports:column.${field}`, {}, field);
  const wordOf = (field: string | undefined, word: string) =>
    field !== undefined && WORD_FIELDS.includes(field)
      ? translate(`admin-imports:value.${field}.${word}`, {}, word)
      : word;
  /** A stored or new value. */
  const valueOf = (field: string, value: string | undefined) => {
    if (value === undefined) return translate('admin-imports:empty');
    if (field === 'birthDate') return formatDay(value);
    if (AMOUNT_FIELDS.includes(field)) return formatUnitPrice(money(value));
    return wordOf(field, value);
  };
  /** A problem of a line with its field and the text of the file. */
  const say = ({ field, value, reason, firstLine, words }: ToldLine['problems'][number]) => {
    const why = translate(`admin-imports:reason.${reason}`);
    const name = field === undefined ? undefined : fieldName(field);
    const ofValue = value === undefined ? 'admin-imports:ofField' : 'admin-imports:ofValue';
    const text = name === undefined ? why : translate(ofValue, { field: name, value, text: why });
    if (words !== undefined) {
      const allowed = words.map((word) => wordOf(field, word)).join(' / ');
      return translate('admin-imports:allowedWords', { text, words: allowed });
    }
    return firstLine === undefined ? text : translate('admin-imports:firstLine', { text, line: firstLine });
  };
  return { fieldName, valueOf, say };
}
