import { useTranslate } from '@refinedev/core';

/** What a `DeleteButton` says: the question before and what came of it; a failure is told by the error policy. */
export function useDeletion(resource: string) {
  const translate = useTranslate();
  return {
    confirmTitle: translate(`${resource}:deleteQuestion`),
    confirmOkText: translate('resource:delete'),
    confirmCancelText: translate('resource:cancel'),
    successNotification: { type: 'success', message: translate('resource:deleted') },
  } as const;
}
