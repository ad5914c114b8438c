import { Component, type ReactNode } from 'react'

/** Reports, in its place, that a part of the page did not load. */
export const PartFailure = ({ onRetry }: { onRetry: () => void }) => (
  <p className="note" role="status">
    This part of the page didn’t load.{' '}
    <button type="button" onClick={onRetry}>
      Try again
    </button>
  </p>
)

/** Keeps the page up when a part of it fails to render, and offers a retry. */
export class PartBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children
    return <PartFailure onRetry={() => this.setState({ hasFailed: false })} />
  }
}
