import { defineCall } from '../call.ts';
import { leftOut, PROFILES } from '../entities/shared.ts';
import { id, listOf, type Read, record, text } from '../wire.ts';

/** A local health authority (§3). */
export const asl = record({ aslId: id, name: text });
export type Asl = Read<typeof asl>;

export const listAsl = defineCall({
  name: 'asl.list',
  method: 'GET',
  path: '/api/v1/asl',
  summary: 'All local health authorities.',
  access: PROFILES,
  answer: record({ asls: listOf(asl), leftOut }),
});

export const readMyAsl = defineCall({
  name: 'asl.readMine',
  method: 'GET',
  path: '/api/v1/asl/me',
  summary: 'The health authority of the signed-in user.',
  access: ['ASL'],
  answer: record({ asl }),
});
