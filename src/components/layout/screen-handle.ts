import { useMatches } from 'react-router-dom';

/** A screen named in the breadcrumb: the key of its title and where it is. */
export interface ScreenName {
  readonly title: string;
  readonly path: string;
}

/** What the route table says of a screen, for its title and its breadcrumb (§2). */
export interface ScreenHandle {
  /** Key of the title, shown in the browser's tab and as the last part of the breadcrumb. */
  readonly title: string;
  /** The screens above it, but for the home page. */
  readonly parents?: readonly ScreenName[];
  /** The information page clears the breadcrumb on entry (§2). */
  readonly clearsBreadcrumb?: boolean;
}

function isScreenHandle(handle: unknown): handle is ScreenHandle {
  return typeof handle === 'object' && handle !== null && 'title' in handle;
}

/** What the route table says of the screen that is shown; absent where it says nothing. */
export function useScreenHandle(): ScreenHandle | undefined {
  return useMatches()
    .map((match) => match.handle)
    .findLast(isScreenHandle);
}
