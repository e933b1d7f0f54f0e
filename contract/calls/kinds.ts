import { defineCall } from '../call.ts';
import { PROFILES } from '../entities/user.ts';
import { code, disabledFlag, flag, listOf, type Read, record, text } from '../wire.ts';

/** A kind of dossier, with its names. Of one with amounts of their own each dossier has a monthly amount (rules §4). */
const kind = record({ code, nameIt: text, nameEn: text, hasOwnAmounts: flag, disabled: disabledFlag });
export type Kind = Read<typeof kind>;

export const listKinds = defineCall({
  name: 'kinds.list',
  method: 'GET',
  path: '/api/v1/extra/kinds',
  summary: 'Extra: the kinds of dossier with their names, those of §4 first.',
  access: PROFILES,
  answer: record({ kinds: listOf(kind) }),
});
