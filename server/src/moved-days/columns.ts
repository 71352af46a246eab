import type { SchemaElement } from 'hyparquet'
import type { MovedKind } from '#ctx/moved-days.ts'

type Type = 'uuid' | 'text' | 'integer' | 'bigint' | 'boolean'
export interface Column {
  name: string
  type: Type
  is_optional?: boolean
}

/** Erased with an account, or after a while: sealed, several rows together. */
export const PERSONAL = {
  usage: { text: 'tag', address: 'ip', no_address: '' },
  errors: { text: 'message', address: 'ip', no_address: null },
} as const

const column =
  (type: Type, is_optional = false) =>
  (name: string): Column => ({ name, type, is_optional })
const [text, integer, bigint, flag] = [column('text'), column('integer'), column('bigint'), column('boolean')]
const [maybeText, maybeInteger] = [column('text', true), column('integer', true)]

/** All columns of a table but the time, which is in the id, and what is personal. A test compares them with the database. */
export const COLUMNS: Record<MovedKind, Column[]> = {
  usage: [
    column('uuid')('id'),
    // Absent where it is the id.
    column('uuid', true)('request_id'),
    ...['owner_id', 'login_id'].map(integer),
    maybeInteger('member_id'),
    ...['api', 'function', 'method'].map(text),
    integer('priority'),
    text('path'),
    maybeText('task_id'),
    integer('status_code'),
    text('status_class'),
    ...['http_status', 'results'].map(integer),
    bigint('cost_micros'),
    integer('time_ms'),
    ...['is_sandbox', 'h2h'].map(flag),
    maybeInteger('agent_id'),
    maybeText('via'),
    maybeInteger('price_version'),
    integer('repeats'),
    maybeText('http_method'),
    // Absent where it is the id.
    column('uuid', true)('booking_id'),
  ],
  errors: [
    column('uuid')('id'),
    text('kind'),
    integer('login_id'),
    ...['api', 'function', 'method', 'path'].map(text),
    maybeText('task_id'),
    integer('code'),
    text('class'),
    maybeInteger('http_status'),
    flag('is_sandbox'),
    maybeInteger('agent_id'),
    ...['via', 'reason', 'scope'].map(maybeText),
    column('bigint', true)('limit_micros'),
    integer('repeats'),
    maybeText('http_method'),
  ],
}

const ELEMENTS: Record<Type | 'bytes', Partial<SchemaElement>> = {
  uuid: { type: 'FIXED_LEN_BYTE_ARRAY', type_length: 16, logical_type: { type: 'UUID' } },
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  integer: { type: 'INT32' },
  bigint: { type: 'INT64' },
  boolean: { type: 'BOOLEAN' },
  bytes: { type: 'BYTE_ARRAY' },
}

/** The sealed columns, in the first row of those that were sealed together. */
export const SEALED = ['sealed_text', 'sealed_addresses'] as const

export function schemaOf(kind: MovedKind): SchemaElement[] {
  const columns = [
    ...COLUMNS[kind].map(
      ({ name, type, is_optional }): SchemaElement => ({
        name,
        ...ELEMENTS[type],
        repetition_type: is_optional ? 'OPTIONAL' : 'REQUIRED',
      }),
    ),
    ...SEALED.map((name): SchemaElement => ({ name, ...ELEMENTS.bytes, repetition_type: 'OPTIONAL' })),
  ]
  return [{ name: 'root', num_children: columns.length }, ...columns]
}
