import { type Read, id, integer, record, text } from '../../wire.ts';

/** A health authority as an operator sees it. */
export const adminAsl = record({ aslId: id, code: text, name: text, version: integer });
export type AdminAsl = Read<typeof adminAsl>;
