import { useTranslate } from '@refinedev/core';
import { useEffect } from 'react';
import { useIsOnline } from '#src/providers/connection/connection.ts';
import { dismissRefusal } from '#src/providers/connection/refuse-offline.ts';
import { Icon } from '../icon.tsx';

/** Shows during a lost connection that nothing typed is lost. */
export function ConnectionNotice() {
  const translate = useTranslate();
  const isOnline = useIsOnline();
  useEffect(() => {
    if (isOnline) dismissRefusal();
  }, [isOnline]);
  return (
    <div role="status">
      {!isOnline && (
        <div className="alert alert--warning connection-notice">
          <Icon shape="offline" className="alert__icon" />
          <div className="alert__body">
            <p className="alert__title">{translate('common:offline.title')}</p>
            <p>{translate('common:offline.text')}</p>
          </div>
        </div>
      )}
    </div>
  );
}
