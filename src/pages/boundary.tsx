import { Component, type ReactNode } from 'react'
import type { Page } from './page.ts'

type Props = { page: Page; instead: ReactNode; children: ReactNode }
type State = { page?: Page; hasFailed: boolean }

/** Isolates a render failure from its surroundings until the next navigation. */
export class Boundary extends Component<Props, State> {
  override state: State = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  static getDerivedStateFromProps({ page }: Props, state: State) {
    return page === state.page ? null : { page, hasFailed: false }
  }

  override render() {
    return this.state.hasFailed ? this.props.instead : this.props.children
  }
}
