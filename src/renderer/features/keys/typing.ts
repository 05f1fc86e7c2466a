/** Whether a key goes into a field: plain letters then belong to whoever types. */
export const isTyping = ({ target }: Event): boolean =>
  target instanceof HTMLElement && (target.matches('input, textarea, select') || target.isContentEditable)
