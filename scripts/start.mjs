#!/usr/bin/env node
// `npm start`: builds if needed, then opens the desktop app, or the browser where there can be none.
import { runScript } from './own-node.mjs'

await runScript('start/main.ts')
