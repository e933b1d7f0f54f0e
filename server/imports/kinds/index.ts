import type { ImportKind } from '#contract/entities/admin/import.ts';
import type { ImportDefinition } from '../import-kind.ts';
import { asl } from './asl.ts';
import { businesses } from './businesses.ts';
import { patients } from './patients.ts';
import { products } from './products.ts';
import { stores } from './stores.ts';
import { users } from './users.ts';

export const KINDS: Readonly<Record<ImportKind, ImportDefinition>> = {
  asl,
  businesses,
  stores,
  users,
  products,
  patients,
};
