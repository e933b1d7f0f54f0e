import { useLayoutEffect } from 'react';
import { type NavigateOptions, useNavigate } from 'react-router-dom';

type Navigate = (path: string, options?: Pick<NavigateOptions, 'replace'>) => void;

/** Used before there is a router, which starts at the URL. */
let navigate: Navigate = (path) => window.history.replaceState(null, '', path);

/** Lets code outside of components navigate with the current router. */
export function useRouterForNavigation(): void {
  const routerNavigate = useNavigate();
  // In the same task as the first drawing: a sign-on that ends right after it must find the router.
  useLayoutEffect(() => {
    setNavigate((path, options) => void routerNavigate(path, options));
  }, [routerNavigate]);
}

/** Sets the implementation of `navigateTo`. */
export function setNavigate(next: Navigate): void {
  navigate = next;
}

/** Goes to a path of the portal without reloading the page. */
export const navigateTo: Navigate = (path, options) => navigate(path, options);

type BackListener = (event: PopStateEvent) => void;

let backListener: BackListener | undefined;

// Added before the router's: Chromium calls the listeners of a window in the order in which they were added.
window.addEventListener('popstate', (event) => backListener?.(event), true);

/** Lets one listener hear of the browser's Back before the router does; undefined for none. */
export function hearBackFirst(listener: BackListener | undefined): void {
  backListener = listener;
}
