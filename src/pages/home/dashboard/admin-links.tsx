import { useMenu, useTranslate } from '@refinedev/core';
import { Link } from 'react-router-dom';
import { Permitted } from '#src/components/permitted.tsx';
import { menuScreens } from '#src/providers/data/refine-resources.ts';
import styles from './dashboard.module.css';

/** Links to the operator's lists, as in the menu. */
export function AdminLinks() {
  const translate = useTranslate();
  const { menuItems } = useMenu();
  const lists = menuItems.filter(({ list }) => list === undefined).flatMap(({ children }) => children);
  return (
    <nav aria-label={translate('dashboard:actions')}>
      <ul className={styles.actions}>
        {lists.flatMap((item) =>
          menuScreens(item).map(({ path, label, action }) => (
            <Permitted key={path} resource={item.name} action={action}>
              <li>
                <Link className="button button--secondary" to={path}>
                  {translate(label)}
                </Link>
              </li>
            </Permitted>
          )),
        )}
      </ul>
    </nav>
  );
}
