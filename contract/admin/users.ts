import * as z from 'zod/mini';
import { type Profile, PROFILES } from '../entities/shared.ts';
import { businessId, described, shortText } from '../request.ts';
import { code, enumOf, id, listOf, optional, text } from '../wire.ts';
import { commandCall, defineResource } from './define.ts';
import {
  OF_BUSINESS,
  disabled,
  firstName,
  lastName,
  ofAsl,
  rowIds,
  searched,
  username,
  version,
  words,
} from './fields.ts';

interface Organisation {
  readonly profile: Profile;
  readonly aslId?: number | undefined;
  readonly businessIds?: readonly number[] | undefined;
}

/** Staff of an authority must have an authority, shop users must not, operators may. */
const authority = z.refine<Organisation>(
  ({ profile, aslId }) => profile === 'OPERATOR' || (profile === 'ASL') === (aslId !== undefined),
  { path: ['aslId'] },
);
/** Shop users must have at least one business; other users must have none. */
const businesses = z.refine<Organisation>(
  ({ profile, businessIds = [] }) => (profile === 'BUSINESS') === businessIds.length > 0,
  { path: ['businessIds'] },
);

const users = defineResource({
  name: 'users',
  noun: 'user',
  path: 'utenti',
  access: ['REGION'],
  fields: {
    username: {
      ...words(described(shortText, { description: 'How the name of a user begins.', example: 'anna' })),
      input: username,
    },
    firstName: { row: text, input: firstName },
    lastName: words(lastName),
    profile: searched(
      enumOf(PROFILES),
      described(z.enum(PROFILES), { description: 'Profile of a user.', example: 'BUSINESS' }),
    ),
    aslId: {
      ...ofAsl,
      row: optional(id),
      input: ofAsl.filter,
      when: { field: 'profile', needed: ['ASL'], possible: ['OPERATOR'] },
    },
    aslName: { row: optional(text) },
    aslCode: { row: optional(code) },
    businessIds: {
      row: listOf(id),
      input: z.optional(
        described(rowIds, { description: "Ids of the businesses for which a shop's user works.", example: [4] }),
      ),
      refersTo: OF_BUSINESS,
      when: { field: 'profile', needed: ['BUSINESS'] },
    },
    businessNames: { row: listOf(text) },
    businessVats: { row: listOf(text) },
    businessId: { filter: z.optional(businessId), refersTo: OF_BUSINESS },
    disabled,
  },
  columns: ['username', 'lastName', 'firstName', 'profile', 'aslName', 'businessNames', 'disabled'],
  filters: ['username', 'lastName', 'profile', 'aslId', 'businessId', 'disabled'],
  sorts: ['username', 'lastName'],
});

const { create, update } = users.calls;

/** Users, each with a health authority or with one or more businesses. */
export const adminUsers = {
  ...users,
  calls: {
    ...users.calls,
    create: { ...create, body: create.body.check(authority, businesses) },
    update: { ...update, body: update.body.check(authority, businesses) },
  },
};

export const endAdminSessions = commandCall(
  adminUsers,
  'endSessions',
  'ends every session of a user.',
  z.strictObject({ version }),
);
