/** One value of the configuration that a person may set without the file. */
export interface Field {
  readonly path: readonly [string, string]
  readonly name: string
  /** What it does, in a sentence. */
  readonly says: string
  readonly input:
    | { readonly kind: 'number'; readonly unit: 'bytes' | 'seconds' | 'tokens' | 'characters' }
    | { readonly kind: 'switch' }
    | { readonly kind: 'choice'; readonly choices: readonly string[] }
}

export interface Section {
  readonly title: string
  readonly fields: readonly Field[]
}

const number = (unit: 'bytes' | 'seconds' | 'tokens' | 'characters') => ({ kind: 'number', unit }) as const

/** The forms of the view. What is not here is set in the file. */
export const SECTIONS: readonly Section[] = [
  {
    title: 'Policy',
    fields: [
      {
        path: ['policy', 'preset'],
        name: 'Preset',
        says: 'Where the values below come from that are not set.',
        input: { kind: 'choice', choices: ['default', 'metnos', 'amalfa', 'coding-agent'] },
      },
      {
        path: ['policy', 'action'],
        name: 'Action',
        says: 'auto keeps a result inline where its reference would cost more than half of it; the others are orders.',
        input: { kind: 'choice', choices: ['auto', 'inline', 'offload'] },
      },
      {
        path: ['policy', 'thresholdBytes'],
        name: 'Threshold',
        says: 'A result of more bytes is stored, and the agent gets a reference.',
        input: number('bytes'),
      },
      {
        path: ['policy', 'previewTokens'],
        name: 'Reference and preview',
        says: 'What both may cost together.',
        input: number('tokens'),
      },
      {
        path: ['policy', 'previewStyle'],
        name: 'Preview',
        says: 'auto goes by the kind of content, head-tail gives 500 + 500 characters, terse 200.',
        input: { kind: 'choice', choices: ['auto', 'head-tail', 'terse', 'none'] },
      },
      {
        path: ['policy', 'readMaxChars'],
        name: 'One read',
        says: 'The most that one read gives; it says where to go on.',
        input: number('characters'),
      },
      {
        path: ['policy', 'isolation'],
        name: 'Isolation',
        says: 'Who sees an entry by its id: the sessions of its client and project, or that turn alone.',
        input: { kind: 'choice', choices: ['session', 'turn'] },
      },
      {
        path: ['policy', 'hideToolsUntilOffload'],
        name: 'Hide our tools',
        says: 'They appear once a session has something to read.',
        input: { kind: 'switch' },
      },
    ],
  },
  {
    title: 'Retention',
    fields: [
      {
        path: ['retention', 'maxBytes'],
        name: 'Cache',
        says: 'Above it, what was used least recently goes first; pinned entries stay.',
        input: number('bytes'),
      },
      {
        path: ['retention', 'hardMaxBytes'],
        name: 'Hard limit',
        says: 'Above it, results reach agents whole and are not stored. Twice the cache where not set.',
        input: number('bytes'),
      },
      {
        path: ['retention', 'turnTtlSeconds'],
        name: 'Life of a turn’s entries',
        says: 'After their last use, under turn isolation.',
        input: number('seconds'),
      },
      {
        path: ['retention', 'sessionTtlSeconds'],
        name: 'Life of a session’s entries',
        says: 'After their last use.',
        input: number('seconds'),
      },
      {
        path: ['retention', 'projectTtlSeconds'],
        name: 'Life of a project’s notes',
        says: 'After their last use.',
        input: number('seconds'),
      },
    ],
  },
  {
    title: 'Recording',
    fields: [
      {
        path: ['capture', 'paused'],
        name: 'Pause capture',
        says: 'Results pass whole, and nothing of them is stored, recorded or counted.',
        input: { kind: 'switch' },
      },
      {
        path: ['recording', 'enabled'],
        name: 'Record calls',
        says: 'Arguments and results of every call, to look at and to replay.',
        input: { kind: 'switch' },
      },
      {
        path: ['recording', 'ttlSeconds'],
        name: 'Keep them for',
        says: 'Afterwards the call stays, with what the agent saw.',
        input: number('seconds'),
      },
      {
        path: ['notes', 'defaultScope'],
        name: 'Notes go to',
        says: 'Where an agent’s note goes that names no scope.',
        input: { kind: 'choice', choices: ['session', 'project'] },
      },
    ],
  },
]
