import DOMPurify from 'dompurify'
import { Marked } from 'marked'
import type { Token } from 'marked'

const escape = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/**
 * Pictures are named, never fetched: a stored text must not tell anyone that it is being read. HTML inside markdown is shown as
 * it is written: even to parse an inline handler of it is reported as a violation of the page's policy.
 */
const marked = new Marked({
  renderer: {
    image: ({ text, href }) => `<em>[image: ${escape(text === '' ? href : text)}]</em>`,
    html: ({ text }) => `<code>${escape(text)}</code>`,
  },
})

const OUTSIDE = /^(https?|mailto):/i

/** The top-level parts of a markdown text, each with its source. */
export const markdownParts = (text: string): Token[] => marked.lexer(text)

/** One part as elements: without scripts, styles, forms, ids or anything that is fetched; links open outside. */
export function elementsOf(part: Token): DocumentFragment {
  const fragment = DOMPurify.sanitize(marked.parser([part]), {
    USE_PROFILES: { html: true },
    FORBID_TAGS: [
      'style',
      'img',
      'picture',
      'source',
      'video',
      'audio',
      'form',
      'button',
      'textarea',
      'select',
    ],
    FORBID_ATTR: ['style', 'id', 'class', 'name', 'background', 'poster'],
    ALLOW_DATA_ATTR: false,
    RETURN_DOM_FRAGMENT: true,
  })
  for (const link of fragment.querySelectorAll('a')) {
    if (OUTSIDE.test(link.getAttribute('href') ?? '')) {
      link.target = '_blank'
      link.rel = 'noopener noreferrer'
    } else link.removeAttribute('href')
  }
  return fragment
}
