type Navigate = (path: string) => void;

let navigate: Navigate = (path) => window.location.assign(path);

/** Lets what is not a component navigate; the router gives its function here once, at the start. */
export function setNavigate(routerNavigate: Navigate): void {
  navigate = routerNavigate;
}

/** Goes to a path of the portal without loading the page anew. */
export function navigateTo(path: string): void {
  navigate(path);
}
