import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

// The page alone, for work on it in a browser: `SPILLWAY_URL` names the daemon that answers `/api`.
const daemon = process.env['SPILLWAY_URL'] ?? 'http://127.0.0.1:4774'

export default defineConfig({
  root: 'src/renderer',
  plugins: [react()],
  build: { outDir: '../../out/renderer', emptyOutDir: true, assetsInlineLimit: 0 },
  server: {
    host: '127.0.0.1',
    // The daemon refuses a foreign Origin and Host, so both are rewritten to its own.
    proxy: { '/api': { target: daemon, changeOrigin: true, headers: { origin: daemon } } },
  },
})
