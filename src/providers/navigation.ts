import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';

type Navigate = (path: string) => void;

/** Used before there is a router, which starts at the URL. */
let navigate: Navigate = (path) => window.history.replaceState(null, '', path);

/** Lets code outside of components navigate with the current router. */
export function useRouterForNavigation(): void {
  const routerNavigate = useNavigate();
  useEffect(() => {
    setNavigate((path) => void routerNavigate(path));
  }, [routerNavigate]);
}

/** Sets the implementation of `navigateTo`. */
export function setNavigate(next: Navigate): void {
  navigate = next;
}

/** Goes to a path of the portal without reloading the page. */
export function navigateTo(path: string): void {
  navigate(path);
}
