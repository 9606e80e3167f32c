import { svelte } from '@sveltejs/vite-plugin-svelte';
import icons from 'unplugin-icons/vite';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [svelte(), icons({ compiler: 'svelte', defaultClass: 'icon', scale: 1 })],
  build: { outDir: '../mesozoic/table/static', emptyOutDir: true, target: 'es2022', chunkSizeWarningLimit: 400 },
  server: { proxy: { '/api': { target: 'http://127.0.0.1:8000', ws: true } } },
  // Without this condition vitest would load Svelte's server build, which mounts nothing.
  resolve: process.env.VITEST ? { conditions: ['browser'] } : undefined,
  test: { environment: 'happy-dom', include: ['src/**/*.test.ts'], setupFiles: ['src/test-setup.ts'] },
});
