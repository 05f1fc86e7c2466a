/** What a login service runs, and where it lies. */
export interface ServiceFacts {
  /** Node, and the program that it runs as `spillway`: full paths, because no shell looks them up at login. */
  readonly node: string
  readonly program: string
  readonly home: string
  /** The PATH of who installs: without it, servers that are started by `npx` or `uvx` would not be found. */
  readonly path: string
  /** The folder that the platform starts things from for this person. */
  readonly folder: string
  /** Of the person; null where there are none. */
  readonly uid: number | null
}

export interface ServicePlan {
  readonly file: string
  readonly text: string
  /** Run once the file is there. */
  readonly install: readonly (readonly string[])[]
  /** Run before the file goes. */
  readonly remove: readonly (readonly string[])[]
  /** Run once it is gone. */
  readonly afterwards: readonly (readonly string[])[]
  /** Succeeds while it runs; null where nobody can be asked. */
  readonly status: readonly string[] | null
}

/** No idle end: who installs a service wants it there. */
export const serviceArguments = ({ program, home }: ServiceFacts): string[] => [
  program,
  'serve',
  '--home',
  home,
]
