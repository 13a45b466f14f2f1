/**
 * The fields that records are made of: each says what it holds and shows a value as it looks. The example answers of the
 * OpenAPI document are composed of these (`example-answer.ts`).
 */

import { AMOUNT_LENGTH_MAX, AMOUNT_PATTERN } from '@pursestrings/protocol/amount'
import { ALL_NETWORK_NAMES, RAILS } from '@pursestrings/protocol/network-names'
import { type Static, type TInteger, type TSchema, type TSchemaOptions, type TString, Type } from 'typebox'

/** A time, and what happens then. */
export const At = (description: string): TString =>
  Type.String({
    format: 'date-time',
    description: `${description}; UTC, RFC 3339 with milliseconds`,
    examples: ['2026-11-15T09:30:00.000Z'],
  })

export const CreatedAt = At('when it was created')

export const Shown = (description: string, example: string, options: TSchemaOptions = {}): TString =>
  Type.String({ ...options, description, examples: [example] })

export const Counted = (description: string, example: number, options: TSchemaOptions = {}): TInteger =>
  Type.Integer({ ...options, description, examples: [example] })

export const RecordVersion = Counted('counts up with every change; send it with an update', 1)

/** A value that most records lack: their example has `null`. */
export const mostlyNull = <const S extends TSchema>(schema: S, description: string) =>
  Type.Union([schema, Type.Null()], { description, examples: [null] })

/** For an optional field that most records lack: their example leaves it out. */
export const RARE = { 'x-rare': true } as const

// Lists as files: what every export takes and answers with.

export const EXPORT_FORMATS = ['csv', 'ndjson'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

export const EXPORT_TYPES = {
  csv: 'text/csv; charset=utf-8; header=present',
  ndjson: 'application/x-ndjson; charset=utf-8',
} as const satisfies Record<ExportFormat, string>

export const Format = Type.Enum([...EXPORT_FORMATS], {
  type: 'string',
  description: '`csv` (the default) for spreadsheets, `ndjson` for programs: one JSON record per line',
})

export const exportAnswer = (csv: string, ndjson: string) =>
  ({
    status: 200,
    body: {
      content_type: EXPORT_TYPES.csv,
      description:
        'the file, newest first, sent in pieces. If something fails on the way the connection breaks: a file that ended normally is complete',
      example: csv,
      or: { content_type: EXPORT_TYPES.ndjson, example: ndjson },
    },
  }) as const

/** What all exports tell about themselves. */
export const EXPORT_RULES =
  'In CSV, a cell that a spreadsheet could run as a formula begins with an apostrophe; NDJSON keeps every value exact. An organization can download two exports at once. Every export is in the audit log.'

// Networks and rails as fields of a record.

export const NetworkName = Type.Enum([...ALL_NETWORK_NAMES], {
  type: 'string',
  description: 'the ledger on which the payment is made',
  examples: ['stellar_testnet'],
})
export const RailName = Type.Enum([...RAILS], {
  type: 'string',
  description: 'how the asset moves on its network',
  examples: ['stellar_xlm'],
})

// An amount as a field of a record.

export const Amount = Type.String({
  'x-input': 'amount',
  'x-rule':
    'must be a decimal amount greater than zero, such as `12.50`: digits and one point, no sign, no leading zeros',
  minLength: 1,
  maxLength: AMOUNT_LENGTH_MAX,
  pattern: AMOUNT_PATTERN,
  description:
    'Exact decimal amount greater than zero in ASCII digits: no sign, no exponent, no leading zeros except a single 0 ' +
    'before the point, at most 78 digits in all. The digits after the point, trailing zeros included, may not be more ' +
    'than the decimals of the asset.',
  examples: ['12.50'],
})
export type Amount = Static<typeof Amount>
