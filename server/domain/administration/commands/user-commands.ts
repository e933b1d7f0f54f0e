import * as calls from '#contract/calls/admin/users.ts';
import { users } from '../resources/users.ts';
import { rowCommand } from './row-command.ts';

export const userCommands = [
  rowCommand(calls.endAdminSessions, () => ({
    resource: users,
    action: 'SESSIONS_ENDED',
    async carryOut(trx, { id, at }) {
      const ended = await trx
        .updateTable('session')
        .set({ ended_at: at })
        .where('user_id', '=', id)
        .where('ended_at', 'is', null)
        .returning('session_id')
        .execute();
      return { sessions: ended.length };
    },
  })),
];
