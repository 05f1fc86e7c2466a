import type { ExportOrder, Exported } from './export.ts'
import type { Finding } from './import.ts'

/** Stored bytes that went through, of all that will. */
export interface Progress {
  readonly done: number
  readonly total: number
}

export type Step<Progress, Result> =
  | { readonly finished: false; readonly progress: Progress }
  | { readonly finished: true; readonly result: Result }

/** What the thread does: one job from its beginning to its end, a step at a time, whenever it is asked for the next. */
export type ShareMethods = {
  beginExport(order: ExportOrder): void
  stepExport(order: null): Step<Progress, Exported>
  /** Looks through a file. */
  beginCheck(file: string): void
  stepCheck(order: null): Step<Finding, void>
}
