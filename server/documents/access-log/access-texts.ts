import type { LoggedAccess } from '#server/domain/access-log/search-access-log.ts';
import texts from '../../../public/locales/it/access-log.json' with { type: 'json' };

/** The action in words; for an action without its own wording also the name of the operation. */
export function actionText({ action, operation }: LoggedAccess): string {
  return texts.action[action].replace('{operation}', operation);
}

export function kindText({ kind }: LoggedAccess): string {
  return texts.kind[kind];
}

/** The name of the user, or of the server itself. */
export function userText({ userName }: LoggedAccess): string {
  return userName ?? texts.system;
}

/** The company or health authority for which the person worked. */
export function organisationText({ companyName, aslName }: LoggedAccess): string {
  return companyName ?? aslName ?? '';
}
