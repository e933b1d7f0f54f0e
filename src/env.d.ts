interface ImportMetaEnv {
  /** Hash of the contents of public/, for the URLs of its files (scripts/public-mark.ts). */
  readonly VITE_PUBLIC_MARK: string;
  /** By theme and motion: the path of antd's styles (scripts/antd-styles.ts). Only a build has them. */
  readonly VITE_ANTD_STYLES?: Readonly<Record<string, string>>;
}
