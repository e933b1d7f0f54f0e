import { tills } from '#server/administration/resources/tills.ts';
import { executeRowCommand } from '#server/administration/row-command.ts';
import { hashSecret, newSecret } from '#server/sign-on/tokens.ts';
import type { Principal, Services } from '#server/services.ts';

/** What a till needs to get a token by a secret. Nothing else contains the secret. */
interface TillSecret {
  readonly clientId: string;
  readonly clientSecret: string;
  /** The store in which it sells. */
  readonly storeId: number;
}

/**
 * Makes the secret of a till. It replaces a former one, whose tokens end (`replaced_key`). Of the secret only a hash is
 * stored.
 * @param answer creates the response with the secret; if it throws, the former one stays
 * @throws DomainError as `executeRowCommand`
 */
export function issueTillSecret<Answer>(
  services: Services,
  principal: Principal,
  asked: { readonly id: number; readonly body: { readonly version: number } },
  answer: (secret: TillSecret) => Answer,
): Promise<Answer> {
  const clientSecret = newSecret();
  const command = {
    resource: tills,
    action: 'TILL_SECRET_ISSUED',
    async carryOut(trx: Services['db'], { id }: { readonly id: number }) {
      const secret = { secret_hash: hashSecret(clientSecret) };
      await trx.updateTable('till').set(secret).where('till_id', '=', id).execute();
      return undefined;
    },
  } as const;
  return executeRowCommand(services, command, principal, asked, ({ clientId, storeId }) =>
    answer({ clientId: String(clientId), clientSecret, storeId: Number(storeId) }),
  );
}
