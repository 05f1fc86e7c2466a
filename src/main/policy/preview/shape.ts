import { Spaced } from './spaced.ts'
import { NumberTally, StringTally } from './tally.ts'

/** An object with more keys than this is a map: its values are looked at together, as if they were one array. */
const NAMED_FIELDS = 48

/** So many items of an array, and pairs of a map, can be shown. */
const SAMPLES = 32

/** Where a value stands in the source, in UTF-16 units, half-open. */
export interface Place {
  readonly start: number
  readonly end: number
}

/** What was seen at one path of a JSON document, over all the values there. */
export class Shape {
  nulls = 0
  booleans = 0
  trues = 0
  readonly numbers = new NumberTally()
  readonly strings = new StringTally()
  arrays = 0
  objects = 0
  /** Fields by key, in order of appearance; of a map the first ones. */
  readonly fields = new Map<string, Shape>()
  mostKeys = 0
  /** The values of all keys together, once an object here turned out to be a map. */
  mapped: Shape | null = null
  /** All items of all arrays here. */
  items: Shape | null = null
  itemCount = 0
  fewestItems = Infinity
  mostItems = 0
  /** Evenly spaced items of the first array here. */
  readonly itemPlaces = new Spaced<Place>(SAMPLES)
  /** Evenly spaced pairs of the first object here, from the key on. */
  readonly pairPlaces = new Spaced<Place>(SAMPLES)

  /** How many values were seen. */
  get count(): number {
    return this.nulls + this.booleans + this.numbers.count + this.strings.count + this.arrays + this.objects
  }

  addArray(items: number): void {
    this.arrays++
    this.itemCount += items
    this.fewestItems = Math.min(this.fewestItems, items)
    this.mostItems = Math.max(this.mostItems, items)
  }

  addObject(keys: number): void {
    this.objects++
    this.mostKeys = Math.max(this.mostKeys, keys)
  }

  /** The shape of the items of arrays here. */
  item(): Shape {
    this.items ??= new Shape()
    return this.items
  }

  /** The shape of the values under a key. */
  field(key: string): Shape {
    if (this.mapped !== null) return this.mapped
    const known = this.fields.get(key)
    if (known !== undefined) return known
    if (this.fields.size === NAMED_FIELDS) {
      this.mapped = new Shape()
      for (const field of this.fields.values()) this.mapped.merge(field)
      return this.mapped
    }
    const fresh = new Shape()
    this.fields.set(key, fresh)
    return fresh
  }

  merge(other: Shape): void {
    this.nulls += other.nulls
    this.booleans += other.booleans
    this.trues += other.trues
    this.numbers.merge(other.numbers)
    this.strings.merge(other.strings)
    this.arrays += other.arrays
    this.itemCount += other.itemCount
    this.fewestItems = Math.min(this.fewestItems, other.fewestItems)
    this.mostItems = Math.max(this.mostItems, other.mostItems)
    if (other.items !== null) this.item().merge(other.items)
    this.objects += other.objects
    this.mostKeys = Math.max(this.mostKeys, other.mostKeys)
    for (const [key, field] of other.fields) if (other.mapped === null) this.field(key).merge(field)
    if (other.mapped !== null) {
      this.mapped ??= new Shape()
      this.mapped.merge(other.mapped)
    }
  }
}
