import { type HookFormat, textOrNull } from './format.ts'

/** For programs of one's own: `{tool, content, arguments?, session?, cwd?}` in, `{content, offloaded}` out. */
export const plain: HookFormat = {
  read(input) {
    const tool = textOrNull(input['tool'])
    const text = textOrNull(input['content'])
    if (tool === null || text === null) return null
    let content = text
    return {
      tool,
      arguments: input['arguments'],
      session: textOrNull(input['session']),
      folder: textOrNull(input['cwd']),
      slots: [{ text, put: (put) => (content = put) }],
      reply: () => ({ content, offloaded: true }),
    }
  },
  unchanged: ({ content }) => ({ content, offloaded: false }),
}
