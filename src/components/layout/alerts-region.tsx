import { useTranslate } from '@refinedev/core';
import { useAlerts } from '#src/providers/notifications/alert-store.ts';
import { AlertItem } from './alert-item.tsx';
import './alerts.css';

/** All alerts and notices, oldest first, read out as they come. */
export function AlertsRegion() {
  const translate = useTranslate();
  const alerts = useAlerts();
  return (
    <div className="alerts" role="region" aria-label={translate('common:alerts.region')} aria-live="polite">
      {alerts.map((alert) => (
        <AlertItem key={alert.id} alert={alert} />
      ))}
    </div>
  );
}
