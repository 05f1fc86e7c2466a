/** Code points in a text: the unit of every offset in the API. */
export function countChars(text: string): number {
  let count = text.length
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    if (unit >= 0xd800 && unit <= 0xdbff) count--
  }
  return count
}
