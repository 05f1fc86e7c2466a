#!/usr/bin/env node
// `npm run dev`: the app from its sources, rebuilt and reloaded on every change.
import { runScript } from './own-node.mjs'

await runScript('start/dev.ts')
