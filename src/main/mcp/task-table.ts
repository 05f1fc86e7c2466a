import { isObject } from '../rpc/message.ts'
import type { UpstreamCall } from './call-tool.ts'

/** A client that starts more tasks than this has forgotten the first. */
const MAX_TASKS = 1_000

/** The calls of one client that go on in the background at their upstreams (tasks of revision 2025-11-25), by the upstream's task id. */
export class TaskTable {
  readonly #calls = new Map<string, UpstreamCall>()

  /** Remembers whose task it is, where the result of a call is that a task has begun. */
  started(result: Record<string, unknown>, call: UpstreamCall): void {
    const task = result['task']
    if (!isObject(task) || typeof task['taskId'] !== 'string') return
    this.#calls.set(task['taskId'], call)
    const [oldest] = this.#calls.keys()
    if (this.#calls.size > MAX_TASKS && oldest !== undefined) this.#calls.delete(oldest)
  }

  find(taskId: unknown): UpstreamCall | null {
    return this.#calls.get(String(taskId)) ?? null
  }
}
