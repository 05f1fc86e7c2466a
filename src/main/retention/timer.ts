const EVERY_MS = 60_000

/** Applies retention now and then every minute, never twice at once. Returns a function that stops it. */
export function startRetention(apply: () => Promise<void>, onFailure: (error: unknown) => void): () => void {
  let running: Promise<void> | null = null
  const run = () => {
    running ??= apply()
      .catch(onFailure)
      .finally(() => {
        running = null
      })
  }
  run()
  const timer = setInterval(run, EVERY_MS).unref()
  return () => clearInterval(timer)
}
