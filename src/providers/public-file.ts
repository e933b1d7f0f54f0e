/** The address of a file of public/. It changes with what these files hold, so that a browser may keep them for good. */
export function publicFile(path: string): string {
  return `${path}?v=${import.meta.env.VITE_PUBLIC_MARK}`;
}
