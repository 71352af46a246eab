import type { Catalogue, UploadedFile } from '#catalogue/index.ts'
import type { Ctx } from '#ctx/ctx.ts'
import { type Activation, filesOf, readActivations } from '#uploads/index.ts'

/** The documents in force, at the prices of the folder. */
export interface Documents {
  /** The upload that counts; null: the folder alone. */
  upload_id: number | null
  catalogue: Catalogue
}

export interface LoadedDocuments {
  refresh(): Promise<void>
  at(now_ms: number): Documents
  /** When other documents come into force; infinite where none are known to. */
  nextAfter(now_ms: number): number
}

/**
 * The folder's documents with the files that were uploaded before them. Every instance opens an upload as soon as it is
 * activated, which is before it counts. One that cannot be opened here leaves the one before it in force.
 */
export function openDocuments(
  ctx: Pick<Ctx, 'db' | 'log'>,
  folder: Catalogue,
  openWith: (files: UploadedFile[]) => Catalogue,
): LoadedDocuments {
  let activations: Activation[] = []
  const opened = new Map<number | null, Catalogue | 'failed'>([[null, folder]])

  async function open(upload_id: number | null): Promise<void> {
    if (opened.has(upload_id)) return
    const files = await filesOf(ctx.db, upload_id)
    try {
      opened.set(upload_id, openWith(files ?? []))
      ctx.log.info({ upload: upload_id }, 'uploaded documents opened')
    } catch (error) {
      opened.set(upload_id, 'failed')
      ctx.log.error({ err: error, upload: upload_id }, 'uploaded documents cannot be opened, those before them count')
    }
  }

  return {
    async refresh() {
      const { now_ms, activations: rows } = await readActivations(ctx.db)
      const current = rows.findLastIndex(({ valid_from }) => valid_from.getTime() <= now_ms)
      // The one before the current ones stays open, as going back to it is the likeliest change.
      const wanted = rows.slice(Math.max(0, current - 1))
      for (const { upload_id } of wanted) await open(upload_id)
      for (const id of opened.keys())
        if (id !== null && wanted.every(({ upload_id }) => upload_id !== id)) opened.delete(id)
      activations = wanted
    },
    nextAfter: (now_ms) =>
      activations.find(({ valid_from }) => valid_from.getTime() > now_ms)?.valid_from.getTime() ??
      Number.POSITIVE_INFINITY,
    at(now_ms) {
      const counting = activations.findLast(
        ({ valid_from, upload_id }) => valid_from.getTime() <= now_ms && opened.get(upload_id) !== 'failed',
      )
      const upload_id = counting?.upload_id ?? null
      const catalogue = opened.get(upload_id)
      return catalogue && catalogue !== 'failed' ? { upload_id, catalogue } : { upload_id: null, catalogue: folder }
    },
  }
}
