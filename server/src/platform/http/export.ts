/**
 * Lists as files. A page is read when whoever downloads has taken the one before, so that memory stays flat however long the
 * list is. Before every page the credential is looked at again. What fails on the way breaks the connection: a file that ended
 * normally is complete.
 */
import { Readable } from 'node:stream'
import { rateLimited } from '@pursestrings/contract/transport-errors'
import { EXPORT_TYPES, type ExportFormat } from '@pursestrings/contract/wire/fields'
import type { Uuid } from '@pursestrings/contract/wire/ids'
import type { FastifyReply } from 'fastify'
import type { TSchema } from 'typebox'
import { limitReached } from '../refusal.ts'

// CSV by RFC 4180, safe to open in a spreadsheet: what one would run as a formula is turned into text.

/** What spreadsheets take for the beginning of a formula, in the full-width form too, and what they skip before it. */
const FORMULA = /^[=+\-@\uff1d\uff0b\uff0d\uff20\t\r\n]/
const NEEDS_QUOTES = /[",\r\n]/

const textOf = (value: unknown): string => {
  if (value === undefined || value === null) return ''
  if (typeof value === 'string') return value
  return Array.isArray(value) ? value.join(' ') : JSON.stringify(value)
}

export const cellOf = (value: unknown): string => {
  const text = textOf(value)
  if (FORMULA.test(text)) return quoted(`'${text}`)
  return NEEDS_QUOTES.test(text) ? quoted(text) : text
}

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`

export const rowOf = (values: readonly unknown[]): string => `${values.map(cellOf).join(',')}\r\n`

interface Page<R> {
  readonly records: readonly R[]
  readonly next_cursor: string | null
}

export interface Sheet<R> {
  /** Of the file, without its ending. */
  readonly name: string
  /** What a line of NDJSON holds: declared fields only. */
  readonly record: TSchema
  readonly columns: Readonly<Record<string, (record: R) => unknown>>
  readonly read: (cursor: string | undefined) => Promise<Page<R>>
}

interface Download {
  readonly merchant_id: Uuid
  readonly format: ExportFormat | undefined
  readonly reply: FastifyReply
  readonly again: () => Promise<void>
}

export type SendExport = <R>(download: Download, sheet: Sheet<R>) => Promise<Readable>

const PLACES = { of_merchant: 2, in_all: 20 }
const RETRY_AFTER_S = 10
/** Whoever has taken nothing for so long is gone. */
const STALLED_MS = 60_000
export const EXPORT_PAGE = 100

/** `closing` aborts when this process begins to close: a long download must not hold it up. */
export const exportsUntil = (closing: AbortSignal): SendExport => {
  const places = new Map<Uuid, number>()
  const enter = (merchant_id: Uuid): (() => void) => {
    const taken = places.get(merchant_id) ?? 0
    const all = [...places.values()].reduce((sum, count) => sum + count, 0)
    if (taken >= PLACES.of_merchant || all >= PLACES.in_all) {
      const limit = { policy: 'exports', quota: PLACES.of_merchant, retry_after: RETRY_AFTER_S }
      throw limitReached(rateLimited, { ...limit, authenticated: true })
    }
    places.set(merchant_id, taken + 1)
    return () => {
      const left = (places.get(merchant_id) ?? 1) - 1
      if (left === 0) places.delete(merchant_id)
      else places.set(merchant_id, left)
    }
  }
  return async ({ merchant_id, format = 'csv', reply, again }, sheet) => {
    const leave = enter(merchant_id)
    try {
      // What is refused is refused before anything is sent.
      const first = await sheet.read(undefined)
      const write = format === 'csv' ? csvOf(sheet) : ndjsonOf(reply, sheet)
      const day = new Date().toISOString().slice(0, 10)
      reply.type(EXPORT_TYPES[format])
      reply.header('content-disposition', `attachment; filename="${sheet.name}-${day}.${format}"`)
      reply.header('x-accel-buffering', 'no')
      reply.raw.setTimeout(STALLED_MS, () => reply.raw.destroy())
      const pieces = piecesOf(first, { sheet, write, again, closing })
      return Readable.from(pieces, { objectMode: false, highWaterMark: 1 }).once('close', leave)
    } catch (error) {
      leave()
      throw error
    }
  }
}

interface Writing<R> {
  readonly sheet: Sheet<R>
  readonly write: { readonly head: string; readonly line: (record: R) => string }
  readonly again: () => Promise<void>
  readonly closing: AbortSignal
}

async function* piecesOf<R>(
  first: Page<R>,
  { sheet, write, again, closing }: Writing<R>,
): AsyncGenerator<string, void, undefined> {
  if (write.head !== '') yield write.head
  for (let page = first; ; ) {
    if (page.records.length > 0) yield page.records.map(write.line).join('')
    if (page.next_cursor === null) return
    closing.throwIfAborted()
    await again()
    page = await sheet.read(page.next_cursor)
  }
}

const csvOf = <R>({ columns }: Sheet<R>): Writing<R>['write'] => {
  const values = Object.values(columns)
  return {
    head: rowOf(Object.keys(columns)),
    line: (record) => rowOf(values.map((value) => value(record))),
  }
}

const ndjsonOf = <R>(reply: FastifyReply, { record }: Sheet<R>): Writing<R>['write'] => {
  const write = reply.compileSerializationSchema(record as Record<string, unknown>)
  return { head: '', line: (one) => `${write(one as Record<string, unknown>)}\n` }
}
