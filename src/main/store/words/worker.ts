import { workerData } from 'node:worker_threads'
import { serveThread } from '../../threads/serve.ts'
import { openReader } from '../connection.ts'
import { candidates } from './candidates.ts'
import { shrink } from '../shrink.ts'
import { openIndex } from './database.ts'
import { Indexer } from './indexer.ts'
import type { WordsMethods, WordsThreadData } from './protocol.ts'

/** Many contents that are stored in a row are looked up together. */
const LOOK_DELAY_MS = 300
/** While something is stored every so often, nothing is indexed, */
const QUIET_MS = 300
/** but not for longer than this: a search says how many contents it could not look into yet. */
const PATIENCE_MS = 5_000
/** How many times as long as a step it pauses after it: agents that wait keep the processors, */
const PAUSE = 1
/** the more so while they store. */
const PAUSE_WHILE_BUSY = 8

const { file, indexFile } = workerData as WordsThreadData
const home = openReader(file)
const index = openIndex(indexFile)
const indexer = new Indexer(home, index)

let looking: NodeJS.Timeout | null = null
let working = false
let lastWake = 0
/** Since when there was no time to index. */
let waitingSince: number | null = null
/** Whoever is told when everything is indexed. */
let waiting: (() => void)[] = []

function lookSoon(): void {
  looking ??= setTimeout(() => {
    looking = null
    indexer.look()
    if (working) return
    working = true
    work()
  }, LOOK_DELAY_MS)
}

/** Goes a step on, unless agents store at the moment and it has not waited for long. */
function work(): void {
  const started = performance.now()
  const busy = started - lastWake < QUIET_MS
  if (busy && started - (waitingSince ??= started) < PATIENCE_MS) {
    setTimeout(work, QUIET_MS)
    return
  }
  working = indexer.step()
  const took = performance.now() - started
  if (working) setTimeout(work, took * (busy ? PAUSE_WHILE_BUSY : PAUSE))
  else rest()
}

function rest(): void {
  waitingSince = null
  if (looking !== null) return
  for (const tell of waiting) tell()
  waiting = []
}

const methods: WordsMethods = {
  keepUp: () => {
    lastWake = performance.now()
    lookSoon()
    return new Promise((resolve) => waiting.push(resolve))
  },
  candidates: (order) => candidates(home, index, indexer, order),
  clear: () => {
    indexer.clear()
    // Nobody else has it open, so nothing can be in the way.
    shrink(index)
  },
}

serveThread(methods)
