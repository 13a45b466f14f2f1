/**
 * Where a command speaks: its answer on stdout, alone; everything for the person who waits on stderr, and only where that is
 * a terminal. With --json stdout has JSON and nothing else.
 */
import { styleText } from 'node:util'
import { asTyped } from './environment.ts'
import { EXIT } from './exit-codes.ts'
import { type Field, fieldsText, tableText } from './layout.ts'

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
  const { stdin, stdout, stderr } = process
  const print = (record: object, text: string): void => {
    stdout.write(`${json ? JSON.stringify(record, null, 2) : asTyped(text)}\n`)
  }
  return {
    json,
    interactive: !json && stdin.isTTY && stderr.isTTY,
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
  const { stderr } = process
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
export const styled = (style: Style, text: string): string => styleText(style, text, { stream: process.stdout })

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
