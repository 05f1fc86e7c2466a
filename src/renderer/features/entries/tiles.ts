import { hierarchy, treemap } from 'd3-hierarchy'

export interface Tile<T> {
  readonly item: T
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

interface Node<T> {
  readonly item?: T
  readonly bytes?: number
  readonly children?: Node<T>[]
}

/** Items as tiles of a treemap, in pixels, each as large as its share of all bytes. */
export function tilesOf<T extends { readonly bytes: number }>(
  items: readonly T[],
  width: number,
  height: number,
): Tile<T>[] {
  const root = hierarchy<Node<T>>({ children: items.map((item) => ({ item, bytes: item.bytes })) }).sum(
    ({ bytes }) => bytes ?? 0,
  )
  const laid = treemap<Node<T>>().size([width, height]).paddingInner(2).round(true)(root)
  return laid
    .leaves()
    .flatMap(({ data: { item }, x0, y0, x1, y1 }) =>
      item === undefined ? [] : [{ item, left: x0, top: y0, width: x1 - x0, height: y1 - y0 }],
    )
}
