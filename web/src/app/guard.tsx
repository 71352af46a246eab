import { Component, type ReactNode } from 'react'
import { LoadFailed } from './load-failed.tsx'

type Props = { path: string; children: ReactNode }

/** A screen that fails takes nothing with it: what stands around it stays, and another place is a new beginning. */
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
