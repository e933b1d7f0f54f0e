import { type Read, id, integer, record, text } from '../../wire.ts';

export const adminAsl = record({ aslId: id, code: text, name: text, version: integer });
export type AdminAsl = Read<typeof adminAsl>;
