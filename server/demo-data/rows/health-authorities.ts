import type { Selectable } from 'kysely';
import type { AslTable } from '#server/database/schema.ts';
import { NEW } from './new-row.ts';

/** The eight local health authorities of Sardinia, in the order of their official numbers. */
export const healthAuthorities: readonly Selectable<AslTable>[] = [
  { asl_id: 1, code: 'ASL1', name: 'ASL Sassari', version: NEW.version },
  { asl_id: 2, code: 'ASL2', name: 'ASL Gallura', version: NEW.version },
  { asl_id: 3, code: 'ASL3', name: 'ASL Nuoro', version: NEW.version },
  { asl_id: 4, code: 'ASL4', name: 'ASL Ogliastra', version: NEW.version },
  { asl_id: 5, code: 'ASL5', name: 'ASL Oristano', version: NEW.version },
  { asl_id: 6, code: 'ASL6', name: 'ASL Medio Campidano', version: NEW.version },
  { asl_id: 7, code: 'ASL7', name: 'ASL Sulcis Iglesiente', version: NEW.version },
  { asl_id: 8, code: 'ASL8', name: 'ASL Cagliari', version: NEW.version },
];
