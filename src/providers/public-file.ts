/**
 * The URL of a file in public/. It changes with the content of public/, so that browsers can cache the files forever.
 */
export function publicFile(path: string): string {
  return `${path}?v=${import.meta.env.VITE_PUBLIC_MARK}`;
}
