import { Component, type ReactNode } from 'react';

interface MapGuardProps {
  /** Called when the map throws. */
  readonly onFail: () => void;
  readonly children: ReactNode;
}

/** An error boundary around a third-party map. If it throws, the rest of the page still works. */
export class MapGuard extends Component<MapGuardProps, { readonly isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError(): { isBroken: boolean } {
    return { isBroken: true };
  }

  override componentDidCatch(): void {
    this.props.onFail();
  }

  override render(): ReactNode {
    return this.state.isBroken ? null : this.props.children;
  }
}
