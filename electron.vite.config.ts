import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'

// Every program of the main side is an entry of its own, flat in out/main, so that a worker or a child
// process finds its file beside the one that starts it (see src/main/daemon/entry.ts).
const programs = {
  index: 'src/main/index.ts',
  cli: 'src/main/cli.ts',
  'store-worker': 'src/main/store/worker.ts',
  'ingest-worker': 'src/main/store/ingest/worker.ts',
  'pack-worker': 'src/main/store/ingest/pack-worker.ts',
  'redaction-worker': 'src/main/store/redaction/worker.ts',
  'search-worker': 'src/main/store/search/worker.ts',
  'words-worker': 'src/main/store/words/worker.ts',
  'simulate-worker': 'src/main/store/simulate/worker.ts',
  'share-worker': 'src/main/store/share/worker.ts',
  'query-child': 'src/main/store/query/program.ts',
  'query-watch': 'src/main/store/query/watch.ts',
}

/** What threads need of the contract. In one chunk with schemas it would bring zod into each of them: 4 MB and some of its start. */
const WITHOUT_SCHEMAS = /src\/shared\/(?:errors|event-types|id-format)\.ts$/

const DEV_PORT = 5173

export default defineConfig({
  main: {
    build: {
      rollupOptions: {
        input: programs,
        output: {
          format: 'es',
          entryFileNames: '[name].js',
          chunkFileNames: 'chunk-[name]-[hash].js',
          codeSplitting: { groups: [{ name: 'plain', test: WITHOUT_SCHEMAS }] },
        },
      },
    },
  },
  preload: {
    build: {
      rollupOptions: {
        input: { index: 'src/preload/index.ts' },
        // A sandboxed preload must be CommonJS.
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: 'src/renderer',
    plugins: [react()],
    // The page runs at app://spillway, so its hot reload cannot find the server by its own address.
    server: { port: DEV_PORT, strictPort: true, hmr: { host: 'localhost', clientPort: DEV_PORT } },
    build: {
      rollupOptions: { input: { index: 'src/renderer/index.html' } },
      assetsInlineLimit: 0,
    },
  },
})
