/** Work that was begun and is not waited for yet. What fails first is kept, so that no rejection is ever without a reader. */
export class InFlight {
  readonly #all: Promise<void>[] = []
  #failure: { readonly error: unknown } | null = null

  add(work: Promise<unknown>): void {
    this.#all.push(
      work.then(
        () => undefined,
        (error: unknown) => {
          this.#failure ??= { error }
        },
      ),
    )
  }

  /** @throws what failed first, so that nobody goes on in vain */
  check(): void {
    if (this.#failure !== null) throw this.#failure.error
  }

  /** Waits for all of it. @throws what failed first */
  async settled(): Promise<void> {
    await Promise.all(this.#all)
    this.check()
  }
}
