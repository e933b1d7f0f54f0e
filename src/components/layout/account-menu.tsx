import { useLogout, useTranslate } from '@refinedev/core';
import { paths } from '#src/providers/paths.ts';
import type { Identity } from '#src/providers/session/identity.ts';
import { useIdentity } from '#src/providers/session/use-identity.ts';
import { NO_VALUE, Value } from '../display/value.tsx';
import { LazyPart } from '../feedback/lazy-part.tsx';
import { leaveCart } from '../palette/overlay-store.ts';
import { DropdownMenu } from '../plain/dropdown-menu.tsx';
import { RetryButton } from '../plain/plain-button.tsx';
import { chooseAppearance, DENSITIES, useAppearance } from '../theme/appearance.ts';
import { Setting, Settings } from './slim-bar.tsx';

/** Loaded on demand, because its calls would bring the contract to every public page. The screen works without it. */
async function loadBusinessSwitch() {
  return (await import('./business-switch.tsx')).BusinessSwitch;
}

const GUIDES: Readonly<Record<string, string>> = { ASL: paths.guideOfAuthorities, OPERATOR: paths.guideOfOperators };

/** The user's menu: welcome, company, name, 'Cambia Business' for a user with several, settings, guide and 'Esci' (§2). */
export function AccountMenu() {
  const translate = useTranslate();
  const { data: identity } = useIdentity();
  const { mutate: signOut, isPending } = useLogout();
  const { density } = useAppearance();
  const companyOf = ({ profile, companyName }: Identity) =>
    profile === 'OPERATOR' ? translate('admin:operator') : (companyName ?? NO_VALUE);
  return (
    <div className="account">
      <DropdownMenu
        label={
          <span className="account__user">
            {identity ? (
              <>
                <span className="account__welcome">
                  {translate('common:user.welcome')} <Value text={identity.username} className="account__name" />
                </span>
                <span className="account__company">{companyOf(identity)}</span>
              </>
            ) : (
              <span className="visually-hidden">{translate('common:user.menu')}</span>
            )}
          </span>
        }
      >
        {identity?.name && (
          <li className="dropdown__text">
            <Value text={identity.name} />
          </li>
        )}
        {identity?.profile === 'BUSINESS' && (
          <li className="account__business">
            <LazyPart
              load={loadBusinessSwitch}
              props={{ activeId: identity.businessId }}
              failed={(retry) => (
                <>
                  <p role="alert">{translate('common:business.unread')}</p>
                  <RetryButton onRetry={retry} />
                </>
              )}
            />
          </li>
        )}
        <li className="account__settings">
          <Settings />
          <Setting
            label={translate('common:density.label')}
            value={density}
            options={DENSITIES.map((value) => ({ value, label: translate(`common:density.${value}`) }))}
            onChoose={(choice) => chooseAppearance('density', choice)}
          />
        </li>
        {identity && (
          <li>
            {/* Opens in a new tab, so that a sale in this tab goes on. */}
            <a
              className="dropdown__choice"
              href={GUIDES[identity.profile] ?? paths.guide}
              target="_blank"
              rel="noreferrer"
              aria-label={translate('common:user.guideNewTab')}
            >
              {translate('common:user.guide')}
            </a>
          </li>
        )}
        <li>
          <button
            type="button"
            className="dropdown__choice"
            disabled={isPending}
            onClick={() => leaveCart(() => signOut({}))}
          >
            {translate('common:user.signOut')}
          </button>
        </li>
      </DropdownMenu>
    </div>
  );
}
