import type { DossierKind } from '#server/database/dossier-kinds.ts';

const ROW = { version: 1, disabled_at: null, from_months: null } as const;

const NO_CEILINGS = {
  ...{ male0: null, female0: null, male6: null, female6: null, male10: null, female10: null },
  ...{ male14: null, female14: null, male18: null, female18: null, male60: null, female60: null },
} as const;

/** The kinds of dossier that every database has from its migrations, for data that are made before it. */
export const KINDS: Readonly<Record<string, DossierKind>> = {
  CELIAC: {
    ...ROW,
    kind_id: 1,
    code: 'CELIAC',
    name_it: 'Celiachia',
    folded_name_it: 'celiachia',
    name_en: 'Coeliac disease',
    amount_by: 'CEILINGS',
    from_months: 6,
    ...{ male0: '56.00', female0: '56.00', male6: '70.00', female6: '70.00', male10: '100.00', female10: '90.00' },
    ...{ male14: '124.00', female14: '99.00', male18: '110.00', female18: '90.00', male60: '89.00', female60: '75.00' },
  },
  PROTEIN_FREE: {
    ...ROW,
    ...NO_CEILINGS,
    kind_id: 2,
    code: 'PROTEIN_FREE',
    name_it: 'Aproteico',
    folded_name_it: 'aproteico',
    name_en: 'Protein-free',
    amount_by: 'OWN',
  },
};
