import type { PlaygroundRun } from '@portico/contract/playground.ts'
import { Lazy } from '#ui/lazy.tsx'

const loadDialog = async () => (await import('./compare-view.tsx')).CompareDialog

/** Two runs, and those they can be exchanged for. */
export interface ComparedRuns {
  runs: PlaygroundRun[]
  pair: [number, number]
}

/** The older one precedes the newer, whichever was chosen first. */
export function CompareRuns({ compared: { runs, pair }, onClose }: { compared: ComparedRuns; onClose: () => void }) {
  const props = { runs, before_id: Math.min(...pair), after_id: Math.max(...pair), onClose }
  return <Lazy load={loadDialog} props={props} waiting={null} />
}
