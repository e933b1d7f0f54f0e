import { useKinds, useTranslateKinds } from '#src/providers/api/kinds.ts';
import { type Chip, chipOf } from './statuses.ts';
import { NO_VALUE } from './value.tsx';

/** Makes the chip of a kind of dossier from its code. One that neither the server nor the portal names is another one. */
export function useKindChip(): (code: string | undefined) => Chip {
  const translate = useTranslateKinds();
  const kinds = useKinds();
  return (code) => {
    if (code === undefined) return { label: NO_VALUE, tone: 'neutral' };
    const chip = chipOf('categoryType', code, translate);
    const isNamed = chip.label !== code || kinds.some((kind) => kind.code === code);
    return isNamed ? chip : { ...chip, label: translate('table:otherKind', { code }) };
  };
}
