/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a virtualised list cannot be a table: its rows are placed one by one. */
import type { ComponentProps } from 'react'

/** The ARIA grid that a virtualised list is to a screen reader. */
export function Grid(props: ComponentProps<'div'>) {
  return <div role="grid" {...props} />
}

export function GridRow(props: ComponentProps<'div'>) {
  return <div role="row" {...props} />
}

export function Cell(props: ComponentProps<'span'>) {
  return <span role="gridcell" {...props} />
}

export function RowHeader(props: ComponentProps<'b'>) {
  return <b role="rowheader" {...props} />
}

export function ColumnHeader(props: ComponentProps<'span'>) {
  return <span role="columnheader" {...props} />
}
