import { type Read, id, record, text } from '../wire.ts';

/** A local health authority (§3). */
export const asl = record({ aslId: id, name: text });
export type Asl = Read<typeof asl>;
