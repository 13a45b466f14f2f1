/** `export`: requests and the audit log as files, for spreadsheets and programs. A file appears only when it is complete. */
import { createWriteStream, renameSync, rmSync } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { TextStream } from '@pursestrings/sdk'
import { INPUTS } from '@pursestrings/sdk/inputs'
import { type Command, Option } from 'commander'
import { merchantOf } from '../clients.ts'
import { addRequestFilters, filtersOf, type RequestFilters, takes } from '../field-option.ts'
import { addCommand, addGroup, type Run, runs } from '../run.ts'
import { terminal } from '../terminal.ts'
import { type AuditFilters, addAuditFilters } from './audit.ts'

interface Out {
  readonly format?: 'csv' | 'ndjson'
  readonly out?: string
}

const save = async ({ output }: Run, answer: TextStream, { format = 'csv', out }: Out): Promise<void> => {
  if (out === undefined) {
    for await (const piece of answer) terminal().stdout.write(piece)
    return
  }
  const unfinished = `${out}.part`
  const file = createWriteStream(unfinished, { mode: 0o600 })
  try {
    await pipeline(Readable.from(answer), file)
  } catch (failure) {
    rmSync(unfinished, { force: true })
    throw failure
  }
  renameSync(unfinished, out)
  output.fields({ file: out, format, bytes: file.bytesWritten }, [
    ['saved', out],
    ['size', `${file.bytesWritten} bytes`],
  ])
}

const requests = (run: Run, { format, out, settlement, status, ...filters }: RequestFilters & Out & Columns) =>
  save(
    run,
    merchantOf(run.profiles.read()).paymentRequests.export({
      format,
      status,
      ...(!settlement && { settlement: 'leave_out' }),
      ...filtersOf(filters),
    }),
    { ...(format && { format }), ...(out !== undefined && { out }) },
  )
interface Columns {
  readonly settlement: boolean
}

const audit = (run: Run, { format, out, ...filters }: AuditFilters & Out) =>
  save(run, merchantOf(run.profiles.read()).auditEvents.export({ format, ...filters } as never), {
    ...(format && { format }),
    ...(out !== undefined && { out }),
  })

const addOut = (command: Command): Command =>
  command
    .option('--out <file>', 'where to save it (default: print it)')
    .addOption(
      takes(new Option('--format <format>', 'csv or ndjson (default: csv)'), INPUTS['payment_requests.export'].format),
    )

export const addExport = (program: Command): void => {
  const group = addGroup(program, 'export', 'Save requests or the audit log as a file', [
    'export requests --out requests.csv',
    'export audit --format ndjson --out audit.ndjson',
  ])
  addRequestFilters(
    addOut(
      addCommand(group, 'requests', "Export the organization's payment requests", [
        'export requests --out requests.csv',
        'export requests --from 2026-11-01T00:00:00Z --status confirmed',
      ]),
    ),
  )
    .option('--no-settlement', 'leave out the columns about the ledger')
    .action(runs(requests))
  addAuditFilters(
    addOut(
      addCommand(group, 'audit', 'Export the audit log', [
        'export audit --out audit.csv',
        'export audit --action member.removed --format ndjson',
      ]),
    ),
  ).action(runs(audit))
}
