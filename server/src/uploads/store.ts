import { sql } from 'kysely'
import type { UploadedFile } from '#catalogue/index.ts'
import type { Db } from '#db/db.ts'

export interface UploadRow {
  id: number
  files: UploadedFile[]
  created_at: Date
  created_by: string
  reason: string
}

export interface Activation {
  id: number
  /** Null: the folder alone. */
  upload_id: number | null
  valid_from: Date
  activated_at: Date
  actor: string
}

export async function insertUpload(db: Db, { files, ...row }: Omit<UploadRow, 'id'>): Promise<number> {
  const values = { ...row, files: JSON.stringify(files) }
  const { id } = await db.insertInto('catalogue_uploads').values(values).returning('id').executeTakeFirstOrThrow()
  return id
}

/** The files of an upload; those of none are the folder's own. */
export async function filesOf(db: Db, id: number | null): Promise<UploadedFile[] | undefined> {
  if (id === null) return []
  const row = await db.selectFrom('catalogue_uploads').select('files').where('id', '=', id).executeTakeFirst()
  return row && (row.files as UploadedFile[])
}

/** Newest first, with the sizes of files instead of their texts. */
export async function uploadHeads(db: Db, limit: number) {
  const { rows } = await sql<
    Omit<UploadRow, 'files'> & { files: (Pick<UploadedFile, 'folder' | 'name'> & { bytes: number | null })[] }
  >`
    select u.id, u.created_at, u.created_by, u.reason, (
        select coalesce(jsonb_agg(jsonb_build_object('folder', f->'folder', 'name', f->'name', 'bytes', octet_length(f->>'text'))), '[]')
          from jsonb_array_elements(u.files) f
      ) as files
      from catalogue_uploads u order by u.id desc limit ${limit}`.execute(db)
  return rows
}

/** All that count or will, and the one before them; and the time of the database. Oldest first. */
export async function readActivations(db: Db): Promise<{ now_ms: number; activations: Activation[] }> {
  const { rows } = await sql<Activation & { now_ms: number }>`
    select (extract(epoch from clock_timestamp()) * 1000)::float8 as now_ms, a.*
      from (select) as one left join (
        select * from catalogue_activations order by valid_from desc, id desc limit 20
      ) a on true order by a.valid_from, a.id`.execute(db)
  return { now_ms: rows[0]?.now_ms ?? 0, activations: rows.filter(({ id }) => id !== null) }
}

export async function insertActivation(
  db: Db,
  { upload_id, actor, lead_ms }: { upload_id: number | null; actor: string; lead_ms: number },
): Promise<Activation> {
  const { rows } = await sql<Activation>`
    insert into catalogue_activations (upload_id, actor, activated_at, valid_from)
      values (${upload_id}, ${actor}, clock_timestamp(), clock_timestamp() + ${lead_ms} * interval '1 millisecond')
      returning *`.execute(db)
  const [row] = rows
  if (!row) throw new Error('the database returned no activation')
  return row
}
