/** What a call can be: set on it by how it went, or by what was done with what it stored. */
export const FLAGS = [
  'offloaded',
  'inline',
  'failopen',
  'cancelled',
  'dedup',
  'error',
  'pinned',
  'read',
  'resolved',
  'redacted',
  'gone',
] as const
export type Flag = (typeof FLAGS)[number]

/** One condition of a filter, as typed (`text`) and as understood. */
export type Term = { readonly text: string; readonly negated: boolean } & (
  | { readonly kind: 'word'; readonly word: string }
  | { readonly kind: 'tool'; readonly glob: string }
  | { readonly kind: 'kind'; readonly value: string }
  | { readonly kind: 'session'; readonly value: string }
  | { readonly kind: 'turn'; readonly number: number }
  | { readonly kind: 'is'; readonly flag: Flag }
  | { readonly kind: 'size'; readonly over: boolean; readonly bytes: number }
  | { readonly kind: 'since'; readonly seconds: number }
  | { readonly kind: 'invalid'; readonly reason: string }
)
