import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressAssets } from '../../scripts/compress-assets.ts';
import { UNUSED } from '../../vite.config.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The portal's build settings without its manual chunks; for ../bare too. */
export default defineConfig({
  root: here('.'),
  publicDir: here('../../public'),
  plugins: [react(), compressAssets()],
  build: {
    target: 'es2022',
    outDir: here('../../.cache/floor'),
    emptyOutDir: true,
    chunkSizeWarningLimit: 1500,
    rolldownOptions: { treeshake: { moduleSideEffects: [{ test: UNUSED, sideEffects: false }] } },
  },
});
