import { useTranslate, useWarnAboutChange } from '@refinedev/core';
import { use, useEffect, useState } from 'react';
import { UNSAFE_NavigationContext as NavigationContext, useLocation } from 'react-router-dom';
import { hearBackFirst } from '#src/providers/navigation.ts';
import { isSignedIn } from '#src/providers/session/tokens.ts';
import { ConfirmDialog } from '../command/confirm-dialog.tsx';

/** The place of the present page in the history, as the router counts; before its first is what a sign-on left there. */
function placeInHistory(): number {
  return (window.history.state as { readonly idx?: number } | null)?.idx ?? -1;
}

/**
 * Asks before a link, a button or the browser's Back leads away from what was typed and not sent. Refine's own notifier
 * asks by the browser's box; this one holds back navigations in the same way. The browser itself asks before a reload.
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
    const place = placeInHistory();
    let isReturning = false;
    // Back has already left when it is told: the page is returned to before the router hears of it.
    const holdBack = (event: PopStateEvent) => {
      const steps = placeInHistory() - place;
      if (!isReturning && (steps === 0 || !isSignedIn())) return;
      event.stopImmediatePropagation();
      isReturning = !isReturning;
      if (!isReturning) return;
      go(-steps);
      hold(() => {
        hearBackFirst(undefined);
        go(steps);
      });
    };
    const holdUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    hearBackFirst(holdBack);
    window.addEventListener('beforeunload', holdUnload);
    return () => {
      Object.assign(navigator, { push, go });
      hearBackFirst(undefined);
      window.removeEventListener('beforeunload', holdUnload);
    };
  }, [navigator, warnWhen]);

  return (
    <ConfirmDialog
      isOpen={leave !== undefined}
      isAbove
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
