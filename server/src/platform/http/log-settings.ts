/** How much is logged. */
import { Type } from 'typebox'

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
