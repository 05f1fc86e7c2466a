import type { ImportResult } from '../../../shared/contract/share.ts'
import { storeLimits } from '../../policy/limits.ts'
import type { StagedBlob } from '../../store/blob.ts'
import { newId } from '../../store/ids.ts'
import type { Progress } from '../../store/share/protocol.ts'
import { runCheck } from '../../store/share/share-job.ts'
import type { Services } from '../services.ts'
import { StagedContents } from './staged-contents.ts'

interface ImportOptions {
  readonly client: string
  /** A name under which its progress can be asked for. */
  readonly transfer: string | undefined
  readonly signal: AbortSignal
  readonly onProgress?: (progress: Progress) => void
  /** What the store may take with it; absent: its hard cap. */
  readonly maxBytes?: number
}

/**
 * Takes a recording into this home, as yours. The file is looked through first, while its contents are written where nobody finds them;
 * then all of it is there at once, or nothing.
 * @param path a copy of the file, which may be changed
 * @throws SpillwayError `invalid_input`, `unsupported`, `conflict`, `storage_full`; the signal's reason
 */
export async function importRecording(
  services: Services,
  path: string,
  { client, transfer, signal, onProgress, maxBytes }: ImportOptions,
): Promise<ImportResult> {
  const contents = new StagedContents(services.store, services.now())
  return services.transfers.track(client, transfer, signal, async (watcher) => {
    try {
      const onBoth = (progress: Progress) => {
        watcher.onProgress(progress)
        onProgress?.(progress)
      }
      await runCheck(path, { signal, onProgress: onBoth }, (found) => contents.take(found))
      return await takeIn(services, path, contents.staged, maxBytes)
    } catch (error) {
      await contents.drop()
      throw error
    }
  })
}

function takeIn(
  { store, config, now }: Services,
  file: string,
  staged: readonly StagedBlob[],
  maxBytes = storeLimits(config()).hardMaxBytes,
): Promise<ImportResult> {
  return store.write.takeIn({
    file,
    at: now(),
    staged,
    ttlSeconds: config().retention.projectTtlSeconds,
    maxBytes,
    projectId: newId('p'),
  })
}
