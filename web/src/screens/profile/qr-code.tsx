import styles from './two-factor.module.css'

/** Rows of ones and noughts, a one is dark. */
export function QrCode({ rows, label }: { rows: string[]; label: string }) {
  const squares = rows.flatMap((row, y) => [...row].flatMap((cell, x) => (cell === '1' ? [`M${x} ${y}h1v1h-1z`] : [])))
  return (
    <svg role="img" aria-label={label} className={styles.qr} viewBox={`0 0 ${rows.length} ${rows.length}`}>
      <path d={squares.join('')} fill="currentColor" shapeRendering="crispEdges" />
    </svg>
  )
}
