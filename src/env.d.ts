interface ImportMetaEnv {
  /** Of what the files of public/ hold, for their addresses (scripts/public-mark.ts). */
  readonly VITE_PUBLIC_MARK: string;
}
