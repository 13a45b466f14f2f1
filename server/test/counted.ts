/**
 * What a run of the tests starts, counted where COUNTS_FILE names a file: one line for each, with the test file that did it.
 * These counts are the same on every machine; times are not. Processes count themselves, however they are started.
 */

import type { ChildProcess } from 'node:child_process'
import { subscribe } from 'node:diagnostics_channel'
import { appendFileSync, readFileSync } from 'node:fs'

export const KINDS = [
  'services',
  'databases',
  'service processes',
  'commands',
  'dev runs',
  'other processes',
  'browsers',
  'inspections',
] as const
export type Kind = (typeof KINDS)[number]

export interface CountLine {
  readonly file: string
  readonly kind?: Kind
  /** Of the test process and of all that it started and has seen end. */
  readonly cpu_s?: number
}

let file = ''
let began_s = 0

const write = (line: Omit<CountLine, 'file'>): void => {
  const { COUNTS_FILE } = process.env
  if (COUNTS_FILE !== undefined) appendFileSync(COUNTS_FILE, `${JSON.stringify({ file, ...line })}\n`)
}

export const count = (kind: Kind): void => write({ kind })

export const beginFile = (path: string): void => {
  file = path
  began_s = cpuSeconds()
}

export const endFile = (): void => write({ cpu_s: cpuSeconds() - began_s })

const TICKS_PER_S = 100

/** Own time and that of children who have ended, where the system says so in /proc. */
const cpuSeconds = (): number => {
  try {
    const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]?.split(' ') ?? []
    return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS_PER_S
  } catch {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1e6
  }
}

const kindOf = (words: string): Kind => {
  if (/chrom/.test(words)) return 'browsers'
  if (/^npm run .*\bdev\b/.test(words)) return 'dev runs'
  if (/\bcli\b|pursestrings\.js/.test(words)) return 'commands'
  return /\bserver\b.*\b(api|worker|all|migrate|admin|probe|config)\b/.test(words)
    ? 'service processes'
    : 'other processes'
}

if (process.env.COUNTS_FILE !== undefined) {
  subscribe('tracing:child_process.spawn:start', (message) =>
    count(kindOf((message as { process: ChildProcess }).process.spawnargs.join(' '))),
  )
}
