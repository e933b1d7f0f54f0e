import { Component, type ReactNode } from 'react';

interface MapGuardProps {
  /** Called when the map breaks. */
  readonly onFail: () => void;
  readonly children: ReactNode;
}

/** Around a map that is drawn by someone else's script: when that breaks, the page stays whole. */
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
