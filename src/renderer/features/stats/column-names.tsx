interface Column {
  readonly name: string
  /** It stands over figures, which are aligned at their ends. */
  readonly isNumber: boolean
}

export const words = (...names: string[]): Column[] => names.map((name) => ({ name, isNumber: false }))
export const numbers = (...names: string[]): Column[] => names.map((name) => ({ name, isNumber: true }))

/** The head of a table. */
export function ColumnNames({ of }: { of: readonly Column[] }) {
  return (
    <thead>
      <tr>
        {of.map(({ name, isNumber }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- columns, always the same; two may be called alike
          <th key={index} scope="col" data-number={isNumber || undefined}>
            {name}
          </th>
        ))}
      </tr>
    </thead>
  )
}
