import { type Piece, readBody } from './read-body.ts'
import styles from './updates.module.css'

export function UpdateBody({ body }: { body: string }) {
  return (
    <div className={styles.body}>
      {readBody(body).map((block, at) =>
        block.kind === 'paragraph' ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of one text never move
          <p key={at}>
            <Pieces pieces={block.pieces} />
          </p>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of one text never move
          <ul key={at} className={styles.list}>
            {block.items.map((pieces, item) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the items of one text never move
              <li key={item}>
                <Pieces pieces={pieces} />
              </li>
            ))}
          </ul>
        ),
      )}
    </div>
  )
}

function Pieces({ pieces }: { pieces: Piece[] }) {
  return pieces.map((piece, at) => {
    const key = `${at}`
    if (piece.kind === 'code') return <code key={key}>{piece.text}</code>
    if (piece.kind === 'text') return piece.text
    return (
      <a key={key} href={piece.url} target="_blank" rel="noopener noreferrer">
        {piece.text}
      </a>
    )
  })
}
