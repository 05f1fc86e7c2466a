#!/usr/bin/env node
// `npm test`: builds if needed, runs every test, ends with a line of counts.
import { runScript } from './own-node.mjs'

await runScript('test/main.ts')
