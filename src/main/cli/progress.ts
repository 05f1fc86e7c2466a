export interface ProgressLine extends Disposable {
  readonly show: (progress: { readonly done: number; readonly total: number }) => void
  readonly clear: () => void
}

/** One line on stderr that says how far something is; nothing where no person looks. */
export function showProgress(what: string): ProgressLine {
  const { stderr } = process
  let shown = false
  const clear = () => {
    if (shown) stderr.write('\r\u001B[K')
    shown = false
  }
  return {
    show({ done, total }) {
      if (!stderr.isTTY || total === 0) return
      stderr.write(`\r\u001B[K${what} … ${Math.floor((100 * done) / total)} %`)
      shown = true
    },
    clear,
    [Symbol.dispose]: clear,
  }
}
