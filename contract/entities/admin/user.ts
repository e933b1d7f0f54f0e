import { enumOf, flag, id, integer, listOf, optional, record, text } from '../../wire.ts';
import { PROFILES } from '../user.ts';

/** A user as an operator sees it, with a health authority or with one or more businesses. */
export const adminUser = record({
  userId: id,
  username: text,
  firstName: text,
  lastName: text,
  profile: enumOf(PROFILES),
  aslId: optional(id),
  aslName: optional(text),
  aslCode: optional(text),
  businessIds: listOf(id),
  businessNames: listOf(text),
  businessVats: listOf(text),
  disabled: flag,
  version: integer,
});
