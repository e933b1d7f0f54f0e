import { useTranslate, useWarnAboutChange } from '@refinedev/core';
import { Modal } from 'antd';
import { useEffect } from 'react';
import { useBeforeUnload, useBlocker } from 'react-router-dom';
import { isSignedIn } from '#src/providers/session/tokens.ts';

/**
 * Asks before a form with unsaved changes is left. Refine's own notifier does not see the navigations of a data router;
 * what is unsaved is Refine's to say. The end of the session asks nothing.
 */
export function UnsavedChanges() {
  const translate = useTranslate();
  const { warnWhen, setWarnWhen } = useWarnAboutChange();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      warnWhen && isSignedIn() && currentLocation.pathname !== nextLocation.pathname,
  );
  useBeforeUnload((event) => {
    if (warnWhen) event.preventDefault();
  });
  useEffect(() => {
    return () => setWarnWhen(false);
  }, [setWarnWhen]);
  return (
    <Modal
      open={blocker.state === 'blocked'}
      title={translate('resource:unsaved.title')}
      okText={translate('resource:unsaved.leave')}
      cancelText={translate('resource:unsaved.stay')}
      onOk={() => blocker.proceed?.()}
      onCancel={() => blocker.reset?.()}
    >
      {translate('resource:unsaved.text')}
    </Modal>
  );
}
