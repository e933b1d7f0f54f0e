import * as z from 'zod/mini';
import { adminUser } from '../../entities/admin/user.ts';
import { PROFILES, type Profile } from '../../entities/user.ts';
import { requestId, shortText, yesNo } from '../../request.ts';
import { commandCall, createCall, lookupCalls, updateCall } from './define.ts';
import { disabled, rowIds, version } from './fields.ts';

const resource = { name: 'users', access: ['REGION'], row: adminUser } as const;
const fields = {
  username: shortText,
  firstName: shortText,
  lastName: shortText,
  profile: z.enum(PROFILES),
  aslId: z.optional(requestId),
  businessIds: z.optional(rowIds),
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
    username: z.optional(shortText),
    lastName: z.optional(shortText),
    profile: z.optional(z.enum(PROFILES)),
    aslId: z.optional(requestId),
    businessId: z.optional(requestId),
    disabled: z.optional(yesNo),
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
