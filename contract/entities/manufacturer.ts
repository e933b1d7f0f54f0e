import { type Read, id, record, text } from '../wire.ts';

/** A manufacturer of products (§3). */
export const manufacturer = record({ manufacturerId: id, name: text });
export type Manufacturer = Read<typeof manufacturer>;
