/** Whether the user wants nothing to move. */
export function isMotionReduced(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/**
 * Adds to the page antd's styles that the build has computed for the shown theme. antd looks for them when it first
 * renders, and computes what is not there, so nothing waits for them.
 */
export function addAntdStyles(): void {
  const { theme = '' } = document.documentElement.dataset;
  const href = import.meta.env.VITE_ANTD_STYLES?.[isMotionReduced() ? `${theme}-still` : theme];
  if (href === undefined || document.querySelector(`link[href="${href}"]`)) return;
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = href;
  // Before the portal's own, which override antd's. What antd computes comes first: its rules do not rest on their order.
  document.head.prepend(link);
}
