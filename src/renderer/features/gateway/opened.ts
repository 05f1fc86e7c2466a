/** What the view has open: the address says which of the two lists it is from. */
export type Opened =
  | { readonly kind: 'server'; readonly name: string }
  | { readonly kind: 'client'; readonly id: string }

const CLIENT = 'client:'

export const serverKey = (name: string): string => name
/** A server's name has no colon, so the two never meet. */
export const clientKey = (id: string): string => `${CLIENT}${id}`

export const parseKey = (key: string): Opened =>
  key.startsWith(CLIENT) ? { kind: 'client', id: key.slice(CLIENT.length) } : { kind: 'server', name: key }
