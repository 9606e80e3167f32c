import { svelte } from '@sveltejs/vite-plugin-svelte';
import { readFileSync } from 'node:fs';
import icons from 'unplugin-icons/vite';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

/** The service worker knows what was built: after another build it is another one, and browsers take it. */
function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    generateBundle(_, bundle) {
      const built = Object.keys(bundle).filter((name) => name.startsWith('assets/'));
      const source = readFileSync('src/sw.js', 'utf8');
      const list = JSON.stringify(built.sort().map((name) => `/${name}`));
      this.emitFile({ type: 'asset', fileName: 'sw.js', source: source.replace("'BUILT FILES'", list) });
    },
  };
}

export default defineConfig({
  plugins: [svelte(), icons({ compiler: 'svelte', defaultClass: 'icon', scale: 1 }), serviceWorker()],
  build: { outDir: '../mesozoic/table/static', emptyOutDir: true, target: 'es2022', chunkSizeWarningLimit: 400 },
  server: { proxy: { '/api': { target: 'http://127.0.0.1:8000', ws: true } } },
  // Without this condition vitest would load Svelte's server build, which mounts nothing.
  resolve: process.env.VITEST ? { conditions: ['browser'] } : undefined,
  test: { environment: 'happy-dom', include: ['src/**/*.test.ts'], setupFiles: ['src/test-setup.ts'] },
});
