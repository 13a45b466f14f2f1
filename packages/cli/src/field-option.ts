/** Flags that are fields of the service's input: their choices, form and limits are the contract's, and so are the words. */

import type { PaymentRequestsExportInput, PaymentStatus } from '@pursestrings/sdk'
import { INPUTS } from '@pursestrings/sdk/inputs'
import { type Command, InvalidArgumentError, Option } from 'commander'

interface Field {
  readonly type?: string
  readonly enum?: readonly string[]
  readonly pattern?: string
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly items?: Field
  readonly anyOf?: readonly Field[]
  readonly 'x-rule'?: string
}

/** A list is written with commas between. */
export const takes = (option: Option, field: Field): Option => {
  if (field.anyOf) return takes(option, field.anyOf.find(({ type }) => type === 'array') ?? field.anyOf[0] ?? {})
  if (field.enum) return option.choices(field.enum)
  return option.argParser(parserOf(field))
}

const parserOf = (field: Field): ((text: string) => unknown) => {
  if (field.type === 'array') return (text) => listIn(text, field.items?.enum ?? [])
  const isNumber = field.type === 'integer'
  return (text) => {
    if (isNumber ? isWithin(text, field) : hasForm(text, field)) return isNumber ? Number(text) : text
    throw new InvalidArgumentError(`It ${field['x-rule'] ?? 'does not fit'}.`)
  }
}

const listIn = (text: string, known: readonly string[]): readonly string[] => {
  const names = text.split(',').map((name) => name.trim())
  if (names.every((name) => known.includes(name))) return names
  throw new InvalidArgumentError(`Use one of: ${known.join(', ')}.`)
}

const isWithin = (text: string, { minimum = 0, maximum = Number.MAX_SAFE_INTEGER }: Field): boolean =>
  /^\d+$/.test(text) && Number(text) >= minimum && Number(text) <= maximum

/** As the service reads it: NFC, counted in code points. */
const hasForm = (text: string, { pattern = '', maxLength = Number.POSITIVE_INFINITY }: Field): boolean => {
  const normalised = text.normalize('NFC')
  return Array.from(normalised).length <= maxLength && new RegExp(pattern, 'u').test(normalised)
}

// By what an organization's requests are narrowed: the same options wherever they are listed or exported.

const FILTERS = INPUTS['payment_requests.list']

export interface RequestFilters {
  readonly status?: readonly PaymentStatus[]
  readonly task?: string
  readonly agent?: string
  readonly recipient?: string
  readonly id?: string
  readonly hash?: string
  readonly min?: string
  readonly max?: string
  readonly from?: string
  readonly to?: string
}

export const addRequestFilters = (command: Command): Command =>
  command
    .addOption(takes(new Option('--status <statuses>', 'comma-separated statuses'), FILTERS.status))
    .addOption(takes(new Option('--task <ref>', 'with this task'), FILTERS.task_ref))
    .addOption(takes(new Option('--agent <agent-id>', 'from this agent'), FILTERS.asked_by))
    .addOption(takes(new Option('--recipient <recipient-id>', 'to this payee'), FILTERS.recipient_id))
    .addOption(takes(new Option('--id <text>', 'ID starts with this'), FILTERS.request_id))
    .addOption(takes(new Option('--hash <hash>', 'paid by this transaction'), FILTERS.transaction_hash))
    .addOption(takes(new Option('--min <amount>', 'at least this amount'), FILTERS.amount_min))
    .addOption(takes(new Option('--max <amount>', 'at most this amount'), FILTERS.amount_max))
    .addOption(takes(new Option('--from <time>', 'created at or after this time'), FILTERS.created_from))
    .addOption(takes(new Option('--to <time>', 'created before this time'), FILTERS.created_to))

/** All but the status, which agents can ask for too. */
export const filtersOf = (options: RequestFilters): Omit<PaymentRequestsExportInput, 'format' | 'settlement'> => ({
  task_ref: options.task,
  asked_by: options.agent,
  recipient_id: options.recipient,
  request_id: options.id,
  transaction_hash: options.hash,
  amount_min: options.min,
  amount_max: options.max,
  created_from: options.from,
  created_to: options.to,
})
