import * as z from 'zod/mini';
import { adminUser } from '../../entities/admin/user.ts';
import { PROFILES, type Profile } from '../../entities/user.ts';
import { aslId, businessId, described, shortText } from '../../request.ts';
import { commandCall, createCall, lookupCalls, updateCall } from './define.ts';
import { disabled, firstName, isDisabled, lastName, rowIds, version } from './fields.ts';

const resource = { name: 'users', access: ['REGION'], row: adminUser } as const;
const username = described(shortText, {
  description: 'The NameID by which the identity provider knows a user; in a search, how it begins.',
  example: 'anna',
});
const profile = described(z.enum(PROFILES), { description: 'Profile of a user.', example: 'BUSINESS' });
const fields = {
  username,
  firstName,
  lastName,
  profile,
  aslId: z.optional(aslId),
  businessIds: z.optional(
    described(rowIds, { description: "Ids of the businesses for which a shop's user works.", example: [4] }),
  ),
  disabled,
};

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

export const {
  search: searchAdminUsers,
  exportRows: exportAdminUsers,
  read: readAdminUser,
} = lookupCalls(resource, {
  filters: {
    username: z.optional(username),
    lastName: z.optional(lastName),
    profile: z.optional(profile),
    aslId: z.optional(aslId),
    businessId: z.optional(businessId),
    disabled: isDisabled,
  },
  sorts: ['username', 'lastName'],
});
export const createAdminUser = createCall(resource, z.strictObject(fields).check(authority, businesses));
export const updateAdminUser = updateCall(
  resource,
  z.strictObject({ ...fields, version }).check(authority, businesses),
);

export const endAdminSessions = commandCall(
  resource,
  'endSessions',
  'ends every session of a user.',
  z.strictObject({ version }),
);
