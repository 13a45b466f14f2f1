import type { Operation } from '@pursestrings/contract/operation'
import type { FastifyRequest } from 'fastify'

/** Who names `text/event-stream`, and not JSON beside it, follows the feed that others poll. */
export const wantsStream = (
  operation: Operation | undefined,
  { headers }: Pick<FastifyRequest, 'headers'>,
): boolean => {
  const accepted = headers.accept ?? ''
  return operation?.answer.stream !== undefined && EVENT_STREAM.test(accepted) && !JSON_TYPE.test(accepted)
}

const EVENT_STREAM = /(^|,)\s*text\/event-stream\s*(,|$|;(?!\s*q=0(\.0*)?\s*(,|$)))/i
const JSON_TYPE = /(^|,)\s*application\/json\s*(;|,|$)/i
