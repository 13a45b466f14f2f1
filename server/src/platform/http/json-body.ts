/**
 * The one JSON parser: exactly `application/json`, no duplicate keys, no `__proto__`, no
 * number that only fits infinity, at most 32 levels.
 * The scan runs before JSON.parse, so that a deep nest costs a pass over 64 KiB at most and never the stack.
 */
import { malformedJson, unsupportedMediaType } from '@pursestrings/contract/transport-errors'
import type { FastifyInstance } from 'fastify'
import { Refusal } from '../refusal.ts'

const DEPTH_MAX = 32
/** Spelled out: validators have been bypassed through odd but legal spellings of a media type. */
const JSON_TYPE = /^application\/json(?:; ?charset=(?:utf-8|UTF-8))?$/

export const isJsonType = (content_type: string): boolean => JSON_TYPE.test(content_type)

export const parseJsonBody = (text: string): unknown => {
  const fault = faultIn(text)
  if (fault !== undefined) throw malformed(fault)
  try {
    return JSON.parse(text)
  } catch {
    throw malformed('It is not JSON.')
  }
}

const malformed = (why: string) => new Refusal(malformedJson, { message: `${why} ${malformedJson.recovery}` })

/** What JSON.parse would let pass: a key twice, `__proto__`, `1e999`, too deep. What is no JSON is left to JSON.parse. */
const faultIn = (text: string): string | undefined => {
  const keys: (Set<string> | undefined)[] = []
  for (let i = 0; i < text.length; i++) {
    const c = text[i]
    if (c === '{' || c === '[') {
      keys.push(c === '{' ? new Set() : undefined)
      if (keys.length > DEPTH_MAX) return `It is nested deeper than ${DEPTH_MAX} levels.`
    } else if (c === '}' || c === ']') {
      keys.pop()
    } else if (c === '"') {
      const end = endOfString(text, i)
      const level = keys.at(-1)
      if (level && isKey(text, end + 1)) {
        const key = unescaped(text.slice(i, end + 1))
        if (key === '__proto__') return 'It has the key `__proto__`.'
        if (level.has(key)) return 'It has the same key twice in one object.'
        level.add(key)
      }
      i = end
    } else if (c !== undefined && DIGIT.test(c)) {
      NUMBER.lastIndex = i
      const number = NUMBER.exec(text)?.[0] ?? c
      if (!Number.isFinite(Number(number))) return 'It has a number that is too large.'
      i += number.length - 1
    }
  }
  return undefined
}

const DIGIT = /[0-9]/
const NUMBER = /[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y

const endOfString = (text: string, start: number): number => {
  for (let i = start + 1; i < text.length; i++) {
    if (text[i] === '\\') i++
    else if (text[i] === '"') return i
  }
  return text.length
}

const isKey = (text: string, from: number): boolean => {
  let i = from
  while (text[i] === ' ' || text[i] === '\n' || text[i] === '\r' || text[i] === '\t') i++
  return text[i] === ':'
}

/** `"a\u0062"` and `"ab"` are one key. */
const unescaped = (literal: string): string => {
  if (!literal.includes('\\')) return literal.slice(1, -1)
  try {
    return JSON.parse(literal) as string
  } catch {
    return literal
  }
}

export const acceptJsonOnly = (app: FastifyInstance): void => {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string' }, (request, text, done) => {
    try {
      if (!isJsonType(request.headers['content-type'] ?? '')) throw new Refusal(unsupportedMediaType)
      // Many clients name the type of a body that they do not send.
      done(null, text === '' ? undefined : parseJsonBody(text as string))
    } catch (error) {
      done(error as Error)
    }
  })
}

/**
 * An answer whose fields are JSON already, written without their braces: it passes the serializer by, which would parse it
 * and write the same again. Whoever makes one writes declared fields only, and has a test that holds it to its schema.
 */
export class RawJson {
  readonly fields: string

  constructor(fields: string) {
    this.fields = fields
  }
}
