/** By what an organization's requests are narrowed: the same options wherever they are listed or exported. */
import type { PaymentRequestsExportInput, PaymentStatus } from '@pursestrings/sdk'
import { INPUTS } from '@pursestrings/sdk/inputs'
import { type Command, Option } from 'commander'
import { takes } from './field-option.ts'

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
