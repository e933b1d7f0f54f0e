import type { AslTable } from '#server/database/schema.ts';

/** The eight local health authorities of Sardinia, in the order of their official numbers. */
export const healthAuthorities: readonly AslTable[] = [
  { asl_id: 1, code: 'ASL1', name: 'ASL Sassari' },
  { asl_id: 2, code: 'ASL2', name: 'ASL Gallura' },
  { asl_id: 3, code: 'ASL3', name: 'ASL Nuoro' },
  { asl_id: 4, code: 'ASL4', name: 'ASL Ogliastra' },
  { asl_id: 5, code: 'ASL5', name: 'ASL Oristano' },
  { asl_id: 6, code: 'ASL6', name: 'ASL Medio Campidano' },
  { asl_id: 7, code: 'ASL7', name: 'ASL Sulcis Iglesiente' },
  { asl_id: 8, code: 'ASL8', name: 'ASL Cagliari' },
];
