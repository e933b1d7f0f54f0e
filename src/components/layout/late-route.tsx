import type { ComponentType } from 'react';
import { useLoaderData } from 'react-router-dom';

/** What the code of a route brings. */
export interface LateModule {
  readonly Component: ComponentType;
}

/** Shows what the route's loader has brought. */
export function LateRoute() {
  const { Component } = useLoaderData<LateModule>();
  return <Component />;
}
