import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';

type Navigate = (path: string) => void;

/** Until there is a router, which begins where the address says. */
let navigate: Navigate = (path) => window.history.replaceState(null, '', path);

/** Lets what is not a component navigate, by the router that stands around. */
export function useRouterForNavigation(): void {
  const routerNavigate = useNavigate();
  useEffect(() => {
    setNavigate((path) => void routerNavigate(path));
  }, [routerNavigate]);
}

/** How `navigateTo` navigates from now on. */
export function setNavigate(next: Navigate): void {
  navigate = next;
}

/** Goes to a path of the portal without loading the page anew. */
export function navigateTo(path: string): void {
  navigate(path);
}
