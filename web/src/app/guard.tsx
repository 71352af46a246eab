import { Component, type ReactNode } from 'react'
import { LoadFailed } from './load-failed.tsx'

type Props = { path: string; children: ReactNode }

/** A screen that fails leaves the rest of the page intact, and another location starts fresh. */
export class Guard extends Component<Props, { isBroken: boolean }> {
  override state = { isBroken: false }

  static getDerivedStateFromError() {
    return { isBroken: true }
  }

  override componentDidUpdate({ path }: Props) {
    if (this.state.isBroken && path !== this.props.path) this.setState({ isBroken: false })
  }

  override render() {
    return this.state.isBroken ? <LoadFailed isBroken /> : this.props.children
  }
}
