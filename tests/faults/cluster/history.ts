/** What happened in a run, line by line: every call with its begin, end and outcome, and what was found afterwards. */
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const HISTORIES = fileURLToPath(new URL('../../../.pursestrings/histories/', import.meta.url))

/** `unknown`: no answer, or one that leaves it open, as every 5xx does. The same call is sent again until it is answered. */
export type CallOutcome = 'done' | 'unknown' | 'refused'

interface Call {
  readonly agent: string
  /** Milliseconds since the epoch. */
  readonly begin: number
  readonly end: number
  readonly outcome: CallOutcome
  /** 1 for the first try of this call. */
  readonly attempt: number
  /** The HTTP status, or why there was none. */
  readonly said: string
}

export interface CreateCall extends Call {
  readonly kind: 'create'
  readonly key: string
  /** With an answer: which request, and the digest of its facts. */
  readonly request_id?: string
  readonly facts_digest?: string
}

export interface ReportCall extends Call {
  readonly kind: 'report'
  readonly request_id: string
  readonly status: string
}

/** A request as the database holds it when everything is over. */
export interface Stored {
  readonly kind: 'stored'
  readonly agent: string
  readonly key: string
  readonly request_id: string
  readonly facts_digest: string
}

/** An event as the agent's reader got it, in the order in which it got them. */
export interface Read {
  readonly kind: 'event'
  readonly agent: string
  readonly cursor: number
  readonly event_id: string
  readonly request_id: string
  readonly status: string
}

/** An event as the database's log holds it when everything is over. */
export interface Logged {
  readonly kind: 'logged'
  readonly agent: string
  readonly event_id: string
}

export interface Received {
  readonly kind: 'webhook'
  readonly event_id: string
}

/** Something was broken or came back. */
export interface Fault {
  readonly kind: 'fault'
  readonly at: number
  readonly what: string
}

export type Line = CreateCall | ReportCall | Stored | Read | Logged | Received | Fault

export interface Recorder {
  readonly lines: readonly Line[]
  readonly file: string
  add(line: Line): void
}

export const recordTo = (name: string): Recorder => {
  mkdirSync(HISTORIES, { recursive: true })
  const file = join(HISTORIES, `${name}.jsonl`)
  writeFileSync(file, '')
  const lines: Line[] = []
  return {
    lines,
    file,
    add(line) {
      lines.push(line)
      appendFileSync(file, `${JSON.stringify(line)}\n`)
    },
  }
}
