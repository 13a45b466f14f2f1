/**
 * What may be written down. Calls are logged by operation, never by address or body; as a last net, anything that has the
 * form of one of our secrets is struck out of the finished line. Lines are written together, at the latest after
 * a fifth of a second: a write for each would cost a call more than its log line is worth.
 */
import { SECRET_PATTERN } from '@pursestrings/protocol/secrets'
import { type DestinationStream, type Logger, pino } from 'pino'
import { Type } from 'typebox'

const SECRETS = new RegExp(SECRET_PATTERN, 'g')

export const createLog = (level: string, destination?: DestinationStream): Logger =>
  pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: describeError },
      hooks: { streamWrite: (line) => line.replace(SECRETS, '[secret]') },
    },
    destination ?? standardOutput(),
  )

/** Its own periodic flush would write nothing five times a second while nothing happens. */
const standardOutput = (): DestinationStream & { flush(done?: () => void): void } => {
  const lines = pino.destination({ fd: 1, sync: false, minLength: 4096 })
  let due: NodeJS.Timeout | undefined
  return {
    write(line) {
      lines.write(line)
      due ??= setTimeout(() => {
        due = undefined
        lines.flush()
      }, 200).unref()
    },
    flush: (done) => lines.flush(done),
  }
}

/** A database error's `detail` quotes rows; only what tells the bug is kept. */
const describeError = (error: unknown): object => {
  if (!(error instanceof Error)) return { message: 'something that is no error was thrown' }
  const { code, table, constraint } = error as { code?: string; table?: string; constraint?: string }
  return {
    type: error.constructor.name,
    message: error.message,
    stack: error.stack,
    code,
    table,
    constraint,
    ...(error.cause !== undefined && { cause: describeError(error.cause) }),
  }
}

// How much is logged.

export const LOG_LINE_SETTINGS = {
  LOG_LEVEL: Type.Enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent'], {
    type: 'string',
    default: 'info',
    description: 'least severity that is logged',
  }),
  LOG_CALLERS: Type.Enum(['ids', 'none'], {
    type: 'string',
    default: 'ids',
    description:
      'ids: the line of a call has its kind of credential and the ids of organization, connection, wallet and record, which are no names; none: it has none of them',
  }),
} as const
