import { createHmac, randomBytes } from 'node:crypto'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { sealBytes, unsealBytes } from '#crypto/keys.ts'
import type { MovedKind } from '#ctx/moved-days.ts'
import { PERSONAL, SEALED } from './columns.ts'

export type Row = Record<string, unknown>

/** The key of a login; undefined: the account was erased. */
export type KeyOf = (login_id: number) => Buffer | undefined

interface Keys {
  keyOf: KeyOf
  /** Null: the addresses of the day are erased. */
  address_key: Buffer | null
}

const ID_BYTES = 8
const [TEXT, ADDRESSES] = SEALED

/** A key with its id, so that texts sealed with an erased key differ from damaged ones. */
export function newKey(): Buffer {
  return randomBytes(ID_BYTES + 32)
}

/** Rows of one login and hour, in order: the first gets the sealed columns of all. */
export function sealRows(kind: MovedKind, rows: Row[], { keyOf, address_key }: Keys): Row[] {
  const { text, address } = PERSONAL[kind]
  const [first] = rows
  if (!first) return []
  const key = keyOf(Number(first.login_id))
  if (!key) throw new Error(`login ${first.login_id} has no key to seal rows with`)
  const values = (name: string) => rows.map((row) => row[name])
  const id = String(first.id)
  const sealed_text = sealed(key, key.subarray(ID_BYTES), id, values(text))
  const sealed_addresses = address_key && sealed(key, ofDay(key, address_key), id, values(address))
  return rows.map(({ [text]: _text, [address]: _address, ...row }, at) => ({
    ...row,
    [TEXT]: at === 0 ? sealed_text : null,
    [ADDRESSES]: at === 0 ? sealed_addresses : null,
  }))
}

/** The reverse, for rows that begin where rows were sealed together. What is erased is blank. */
export function unsealRows(kind: MovedKind, rows: Row[], { keyOf, address_key }: Keys): Row[] {
  const { text, address, no_address } = PERSONAL[kind]
  const no_text = kind === 'usage' ? null : ''
  let [texts, addresses, at]: [unknown[], unknown[], number] = [[], [], 0]
  return rows.map(({ [TEXT]: of_text, [ADDRESSES]: of_addresses, ...row }) => {
    if (of_text !== null) {
      const key = keyOf(Number(row.login_id))
      texts = unsealed(key, key?.subarray(ID_BYTES), String(row.id), of_text)
      addresses = unsealed(key, key && address_key && ofDay(key, address_key), String(row.id), of_addresses)
      at = 0
    }
    const shown = { ...row, [text]: texts[at] ?? no_text, [address]: addresses[at] ?? no_address }
    at += 1
    return shown
  })
}

function ofDay(key: Buffer, address_key: Buffer): Buffer {
  return createHmac('sha256', key).update(address_key).digest()
}

function sealed(key: Buffer, by: Buffer, belongs_to: string, values: unknown[]): Buffer {
  return Buffer.concat([key.subarray(0, ID_BYTES), sealBytes(by, belongs_to, deflateRawSync(JSON.stringify(values)))])
}

function unsealed(
  key: Buffer | undefined,
  by: Buffer | null | undefined,
  belongs_to: string,
  bytes: unknown,
): unknown[] {
  if (!key || !by || !(bytes instanceof Uint8Array)) return []
  const sent = Buffer.from(bytes)
  // Sealed before the account was erased.
  if (!sent.subarray(0, ID_BYTES).equals(key.subarray(0, ID_BYTES))) return []
  const values: unknown = JSON.parse(
    inflateRawSync(unsealBytes(by, belongs_to, sent.subarray(ID_BYTES))).toString('utf8'),
  )
  return Array.isArray(values) ? values : []
}
