import { Component, type ReactNode } from 'react'
import { PageFault } from './PageFault.tsx'
import { Shell } from './Shell.tsx'

/** What fails outside of the router's pages is said, too. */
export class Boundary extends Component<{ readonly children: ReactNode }, { readonly has_failed: boolean }> {
  override state = { has_failed: false }

  static getDerivedStateFromError(): { has_failed: boolean } {
    return { has_failed: true }
  }

  override render(): ReactNode {
    if (!this.state.has_failed) return this.props.children
    return (
      <Shell>
        <PageFault />
      </Shell>
    )
  }
}
