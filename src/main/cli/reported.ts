/** Ends the command with exit code 1 when it has said all there is to say. */
export class ReportedFailure extends Error {
  constructor() {
    super('It failed, and said why.')
    this.name = 'ReportedFailure'
  }
}
