import { defineCall } from '../call.ts';
import { asl } from '../entities/asl.ts';
import { leftOut } from '../entities/pagination.ts';
import { PROFILES } from '../entities/user.ts';
import { listOf, record } from '../wire.ts';

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
