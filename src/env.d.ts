interface ImportMetaEnv {
  /** Hash of the contents of public/, for the URLs of its files (scripts/public-mark.ts). */
  readonly VITE_PUBLIC_MARK: string;
}
