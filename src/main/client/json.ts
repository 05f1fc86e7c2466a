/** The value of a JSON text; null for what is none, such as a file caught half written. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
