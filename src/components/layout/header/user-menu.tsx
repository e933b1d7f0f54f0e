import { useLogout, useTranslate } from '@refinedev/core';
import { useIdentity } from '#src/providers/auth/use-identity.ts';
import { paths } from '#src/providers/paths.ts';
import { LazyPart } from '../../lazy/lazy-part.tsx';
import { NO_VALUE } from '../../no-value.ts';
import { leaveCart } from '../../overlays/overlay-store.ts';
import { RetryButton } from '../../retry/retry-button.tsx';
import { Value } from '#src/components/value/value.tsx';

/** Shown instead of 'Cambia Business' if its code could not be loaded, with 'Riprova'. */
function SwitchMissing({ onRetry }: { readonly onRetry: () => void }) {
  const translate = useTranslate();
  return (
    <>
      <p role="alert">{translate('common:business.unread')}</p>
      <RetryButton onRetry={onRetry} />
    </>
  );
}

/** Loaded on demand, because its calls would bring the contract to every public page. The screen works without it. */
async function loadBusinessSwitch() {
  return (await import('./business-switch.tsx')).BusinessSwitch;
}

/** Welcome, company name and username; 'Cambia Business' for a user with several; 'Esci' (§2). */
export function UserMenu() {
  const translate = useTranslate();
  const { data: identity } = useIdentity();
  const { mutate: signOut, isPending } = useLogout();
  return (
    <div className="session session--signed-in">
      {identity && (
        <p className="session__user">
          <span className="session__welcome">
            {translate('common:user.welcome')} <Value text={identity.username} className="session__name" />
          </span>
          <span className="session__company">
            {identity.profile === 'OPERATOR' ? translate('admin:operator') : (identity.companyName ?? NO_VALUE)}
          </span>
        </p>
      )}
      {identity?.profile === 'BUSINESS' && (
        <LazyPart
          load={loadBusinessSwitch}
          props={{ activeId: identity.businessId }}
          failed={(retry) => <SwitchMissing onRetry={retry} />}
        />
      )}
      {identity && identity.profile !== 'OPERATOR' && (
        // Opens in a new tab, so that a sale in this tab goes on.
        <a
          className="session__guide"
          href={identity.profile === 'ASL' ? paths.guideOfAuthorities : paths.guide}
          target="_blank"
          rel="noreferrer"
          aria-label={translate('common:user.guideNewTab')}
        >
          {translate('common:user.guide')}
        </a>
      )}
      <button
        type="button"
        className="button button--secondary"
        disabled={isPending}
        onClick={() => leaveCart(() => signOut({}))}
      >
        {translate('common:user.signOut')}
      </button>
    </div>
  );
}
