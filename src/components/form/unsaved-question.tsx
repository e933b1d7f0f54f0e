import { useTranslate, useWarnAboutChange } from '@refinedev/core';
import { use, useEffect, useState } from 'react';
import { UNSAFE_NavigationContext as NavigationContext, useLocation } from 'react-router-dom';
import { isSignedIn } from '#src/providers/session/tokens.ts';
import { ConfirmDialog } from '../command/confirm-dialog.tsx';

/**
 * Asks before a link or a button leads away from what was typed and not sent. Refine's own notifier asks by the
 * browser's box; this one holds back navigations in the same way. The browser itself asks before a reload.
 */
export function UnsavedQuestion() {
  const translate = useTranslate();
  const { pathname } = useLocation();
  const { navigator } = use(NavigationContext);
  const { warnWhen, setWarnWhen } = useWarnAboutChange();
  const [leave, setLeave] = useState<() => void>();

  useEffect(() => {
    return () => setWarnWhen(false);
  }, [pathname, setWarnWhen]);

  useEffect(() => {
    if (!warnWhen) return undefined;
    const push = navigator.push.bind(navigator);
    const go = navigator.go.bind(navigator);
    // Nothing holds back who has been signed out.
    const hold = (leaveNow: () => void) => (isSignedIn() ? setLeave(() => leaveNow) : leaveNow());
    Object.assign(navigator, {
      push: (...target: Parameters<typeof push>) => hold(() => push(...target)),
      go: (steps: number) => hold(() => go(steps)),
    });
    const holdUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', holdUnload);
    return () => {
      Object.assign(navigator, { push, go });
      window.removeEventListener('beforeunload', holdUnload);
    };
  }, [navigator, warnWhen]);

  return (
    <ConfirmDialog
      isOpen={leave !== undefined}
      title={translate('resource:unsaved.title')}
      text={translate('resource:unsaved.text')}
      enterMeans="no"
      yesLabel={translate('resource:unsaved.leave')}
      isDanger
      onYes={() => {
        setWarnWhen(false);
        setLeave(undefined);
        leave?.();
      }}
      onClose={() => setLeave(undefined)}
    />
  );
}
