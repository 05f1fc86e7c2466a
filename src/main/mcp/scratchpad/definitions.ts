/** Raw JSON Schemas, short on purpose: every word here is paid for in every context (a test holds the sum at 1,200 tokens). */
const integer = (description?: string) => ({
  type: 'integer',
  ...(description === undefined ? {} : { description }),
})
const string = (description?: string) => ({
  type: 'string',
  ...(description === undefined ? {} : { description }),
})

/** Nothing outside the scratchpad is touched, so clients need not ask the user (P10). */
const HARMLESS_READ = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
}

const HARMLESS_WRITE = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: false,
  openWorldHint: false,
}
const SCOPE = { type: 'string', enum: ['session', 'project'] }

/** Claude Code would otherwise move a reply over its own limit to a file. */
const CLAUDE_CODE_LIMIT = { 'anthropic/maxResultSizeChars': 500_000 }

export const definitions = [
  {
    name: 'scratchpad_read',
    title: 'Read a stored result',
    description: [
      'Read part of a large tool result that was stored; its reference names the id.',
      'Examples: {"id":"e_…","mode":"grep","pattern":"ERROR|FATAL","context":2}; {"id":"e_…","mode":"lines","start":40000,"end":40050};',
      '{"id":"e_…","mode":"tail","n":2000}; {"id":"e_…","mode":"json","path":"$.items[*].id"}; {"id":"e_…","mode":"sql","query":"SELECT city, count(*) FROM t GROUP BY 1"}. Offsets are characters; lines count from 1; end is exclusive; negative start counts from the end.',
      'grep numbers its lines: read around one with mode lines. Pass cursor alone to go on.',
    ].join(' '),
    inputSchema: {
      type: 'object',
      properties: {
        id: string('entry id or name'),
        mode: {
          type: 'string',
          enum: ['head', 'tail', 'range', 'lines', 'full', 'grep', 'json', 'sql'],
          default: 'head',
        },
        n: integer('size of head or tail (2000)'),
        start: integer('range: characters from 0; lines: from 1'),
        end: integer('exclusive'),
        pattern: string('regular expression for grep'),
        context: integer('lines around each match'),
        ignoreCase: { type: 'boolean' },
        count: { type: 'boolean', description: 'grep: only how many lines match' },
        path: string('JSONPath, mode json'),
        query: string('SELECT over table t of a CSV, NDJSON or JSON array, mode sql'),
        offset: integer('same as start; grep: matches to skip'),
        limit: integer('characters, matches or rows'),
        cursor: string(),
      },
    },
    annotations: HARMLESS_READ,
    _meta: CLAUDE_CODE_LIMIT,
  },
  {
    name: 'scratchpad_search',
    title: 'Search stored results',
    description:
      'Find which stored results of this session hold some plain words (query: all of them) or match a regular expression (pattern).',
    inputSchema: {
      type: 'object',
      properties: { query: string(), pattern: string(), limit: integer('entries (10)') },
    },
    annotations: HARMLESS_READ,
  },
  {
    name: 'scratchpad_list',
    title: 'List stored results',
    description:
      'List the notes of this project and what this session has stored: id, name, tool, kind, size, age, expiry, version.',
    inputSchema: { type: 'object', properties: { limit: integer('50'), cursor: string() } },
    annotations: HARMLESS_READ,
  },
  {
    name: 'scratchpad_write',
    title: 'Write a note',
    description:
      'Keep a named text: a plan, an expensive finding, a user constraint, a decision. scope project lasts and is shared by the project’s sessions; session (default) ends with it. Overwrites; ifVersion (0 = must be new) refuses if it changed; lease: seconds that other sessions may not write it.',
    inputSchema: {
      type: 'object',
      properties: {
        name: string('letters, digits, - and _'),
        content: string(),
        scope: SCOPE,
        ifVersion: integer(),
        lease: integer(),
      },
      required: ['name', 'content'],
    },
    annotations: HARMLESS_WRITE,
  },
  {
    name: 'scratchpad_edit',
    title: 'Edit a note',
    description:
      'Change a note: old_string (unique, or replace_all) becomes new_string; or give the whole content.',
    inputSchema: {
      type: 'object',
      properties: {
        name: string(),
        content: string(),
        old_string: string(),
        new_string: string(),
        replace_all: { type: 'boolean' },
        scope: SCOPE,
      },
      required: ['name'],
    },
    annotations: HARMLESS_WRITE,
  },
  {
    name: 'scratchpad_delete',
    title: 'Delete a note or stored result',
    description: 'Delete a note or stored result of this session.',
    inputSchema: { type: 'object', properties: { id: string(), name: string(), scope: SCOPE } },
    annotations: { ...HARMLESS_WRITE, idempotentHint: true },
  },
] as const

/** What a client may tell its model about this server. */
export const instructions = [
  'Large tool results are stored whole by Spillway; you get a reference with a preview instead.',
  'When the preview does not answer your question, read the part you need with scratchpad_read: grep for a word, lines around a number, sql over rows, json for a path, head, tail or range.',
  'Do not call the tool again for the same result and do not read a large result in full.',
  'Any tool takes scratchpad: NAME to store its result under that name, whatever its size.',
  'In any tool argument {{scratchpad:ID}}, {{scratchpad:NAME.path}}, {{scratchpad:ID|lines:10,20}} (end exclusive) or {{stepN.content}} is replaced by the stored value itself, byte for byte: pass values on without reading them.',
  'Start with scratchpad_list: project notes are standing rules. Write plans, costly findings, user constraints and decisions with scratchpad_write, scope project for what must last.',
].join(' ')
