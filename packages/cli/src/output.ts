/**
 * Where a command speaks: its answer on stdout, alone; everything for the person who waits on stderr, and only where that is
 * a terminal. With --json stdout has JSON and nothing else.
 */
import { stripVTControlCharacters, styleText } from 'node:util'
import { asTyped } from './environment.ts'
import { EXIT } from './stop.ts'
import { terminal } from './terminal.ts'

export interface Output {
  readonly json: boolean
  /** Whether a person can be asked something. */
  readonly interactive: boolean
  /** The one answer of a command. */
  answer(record: object, text: string): void
  fields(record: object, fields: readonly Field[]): void
  table(record: object, titles: readonly string[], rows: readonly (readonly unknown[])[]): void
  /** One of many: a line of text, or a JSON document on a line of its own. */
  line(record: object, text: string): void
  /** For a person only; not with --json. */
  note(text: string): void
  /** Shows that something is waited for. What ends the wait from outside is never a success. */
  waiting<T>(message: string, work: () => Promise<T>): Promise<T>
}

export const createOutput = (json: boolean): Output => {
  const { stdin, stdout, stderr } = terminal()
  const print = (record: object, text: string): void => {
    stdout.write(`${json ? JSON.stringify(record, null, 2) : asTyped(text)}\n`)
  }
  return {
    json,
    interactive: !json && stdin.isTTY === true && stderr.isTTY === true,
    answer: print,
    fields: (record, fields) => print(record, colouredFields(fieldsText(fields))),
    table: (record, titles, rows) =>
      print(
        record,
        rows.length === 0 ? 'none' : coloured(tableText(titles, rows, stdout.isTTY ? stdout.columns : undefined)),
      ),
    line(record, text) {
      stdout.write(`${json ? JSON.stringify(record) : text}\n`)
    },
    note(text) {
      if (!json) stderr.write(`${asTyped(text)}\n`)
    },
    waiting: (message, work) => (json || !stderr.isTTY ? work() : withSpinner(message, work)),
  }
}

const withSpinner = async <T>(message: string, work: () => Promise<T>): Promise<T> => {
  const { spinner } = await import('@clack/prompts')
  const { stderr } = terminal()
  // Ctrl-C at a spinner ends the process with code 0, which a script would take for a success.
  const notDone = (code: number): void => {
    if (code === EXIT.ok) process.exitCode = EXIT.interrupted
  }
  process.once('exit', notDone)
  const shown = spinner({ output: stderr, indicator: 'timer', withGuide: false })
  shown.start(message)
  try {
    return await work()
  } finally {
    shown.clear()
    process.removeListener('exit', notDone)
  }
}

type Style = Parameters<typeof styleText>[0]

/** Coloured where stdout is a terminal that wants colours (NO_COLOR, FORCE_COLOR). */
export const styled = (style: Style, text: string): string => {
  const { env, stdout } = terminal()
  return stdout.isTTY || env['FORCE_COLOR'] !== undefined ? styleText(style, text, { stream: stdout }) : text
}

const GOOD = 'Paid|active|approved|confirmed|delivered|settled|verified|works'
const OPEN =
  'Accepted by hand|Sent|Waiting|awaiting_approval|awaiting_consent|broadcasted|cooling|draft|intent_created|paused|pending|signed|submitted'
const BAD =
  'Canceled|Disputed|Expired|Not paid|Rejected|canceled|disabled|expired|failed|lapsed|rejected|retired|revoked|suspended|withdrawn'
const STATUS = new RegExp(`(?<=\\s{2}|\\()(?:(${GOOD})|(${OPEN})|(${BAD}))(?=[):\\s]|$)`, 'gm')

/** A status says by its colour, too, whether all is well; without colours nothing is lost. */
const withStatuses = (text: string): string =>
  text.replace(STATUS, (word: string, good?: string, open?: string) =>
    styled(good !== undefined ? 'green' : open !== undefined ? 'yellow' : 'red', word),
  )

const coloured = (table: string): string => {
  const end = table.indexOf('\n')
  return end < 0 ? table : styled('dim', table.slice(0, end)) + withStatuses(table.slice(end))
}

const colouredFields = (text: string): string =>
  withStatuses(text.replace(/^.+?(?= {2})/gm, (name: string) => styled('dim', name)))

// How records look to a person: named fields below each other, or a table that fits the terminal.

/** Text of others never steers the terminal. */
export const plain = (value: unknown): string =>
  // oxlint-disable-next-line no-control-regex
  stripVTControlCharacters(String(value)).replaceAll(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, ' ')

const lengthOf = (text: string): number => Array.from(stripVTControlCharacters(text)).length

const cut = (text: string, width: number): string => {
  const letters = Array.from(text)
  return letters.length <= width ? text : `${letters.slice(0, Math.max(0, width - 1)).join('')}…`
}

export type Field = readonly [name: string, value: unknown]

/** Absent values are left out. */
export const fieldsText = (fields: readonly Field[]): string => {
  const there = fields.filter(([, value]) => value !== undefined && value !== null && value !== '')
  const width = Math.max(0, ...there.map(([name]) => name.length))
  return there.map(([name, value]) => `${name.padEnd(width)}  ${plain(value)}`).join('\n')
}

const GAP = 2
/** What is left of a long cell, such as an id, where a table is too wide. */
const SHORT = 12
/** The last column is the one for people; the others give way first until it has this much. */
const LAST_MIN = 20

/**
 * Without a `width` nothing is cut. With one, columns between the first, which names the row, and the last, which people
 * read, are shortened before the last is.
 */
export const tableText = (
  titles: readonly string[],
  rows: readonly (readonly unknown[])[],
  width = Number.POSITIVE_INFINITY,
): string => {
  const cells = [titles, ...rows].map((row) => row.map((value) => plain(value ?? '-')))
  const widths = titles.map((_, i) => Math.max(...cells.map((row) => lengthOf(row[i] ?? ''))))
  const sum = () => widths.slice(0, -1).reduce((all, one) => all + one + GAP, 0)
  const wanted = Math.min(widths.at(-1) ?? 0, LAST_MIN)
  for (let i = widths.length - 2; i > 0 && sum() + wanted > width; i--) {
    const room = (widths[i] ?? 0) - (sum() + wanted - width)
    widths[i] = Math.min(widths[i] ?? 0, Math.max(SHORT, room))
  }
  const last = Math.max(4, Math.min(widths.at(-1) ?? 0, width - sum()))
  const line = (row: readonly string[]) =>
    row
      .map((text, i) =>
        i < row.length - 1 ? cut(text, widths[i] ?? 0).padEnd((widths[i] ?? 0) + GAP) : cut(text, last),
      )
      .join('')
  return cells.map((row) => cut(line(row).trimEnd(), width)).join('\n')
}
