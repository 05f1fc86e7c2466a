import { Component } from 'react'
import type { ReactNode } from 'react'
import { Fault } from './fault.tsx'

/** Keeps what goes wrong inside a viewer (a part of the page that cannot be loaded, say) from taking the page with it. */
export class FaultBoundary extends Component<{ children: ReactNode }, { error: Error | null }> {
  override state: { error: Error | null } = { error: null }

  static getDerivedStateFromError(error: unknown): { error: Error } {
    return { error: error instanceof Error ? error : new Error(String(error)) }
  }

  override render(): ReactNode {
    return this.state.error === null ? this.props.children : <Fault error={this.state.error} />
  }
}
