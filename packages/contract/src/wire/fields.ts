/**
 * The fields that records are made of: each says what it holds and shows a value as it looks. The example answers of the
 * OpenAPI document are composed of these (`example-answer.ts`).
 */
import { type TInteger, type TSchema, type TSchemaOptions, type TString, Type } from 'typebox'

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
