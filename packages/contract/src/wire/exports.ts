/** Lists as files: what every export takes and answers with. */
import { Type } from 'typebox'

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
