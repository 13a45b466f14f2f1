/** `overview`: what became of the organization's requests, hour by hour or day by day. `search`: one of them, by what is known of it. */
import type { SearchHit } from '@pursestrings/sdk'
import { INPUTS } from '@pursestrings/sdk/inputs'
import { type Command, Option } from 'commander'
import { merchantOf } from '../clients.ts'
import { takes } from '../field-option.ts'
import { addCommand, type Run, runs } from '../run.ts'

interface Options {
  readonly by?: 'hour' | 'day'
  readonly from?: string
  readonly to?: string
}

const TITLES = [
  'FROM',
  'WAITING',
  'UNDER WAY',
  'PAID',
  'ACCEPTED',
  'REPORTED',
  'DISPUTED',
  'NOT PAID',
  'REJECTED',
  'EXPIRED',
  'FAILED',
] as const

const overview = async ({ profiles, output }: Run, { by: bucket, from, to }: Options): Promise<void> => {
  const { overview: told } = await merchantOf(profiles.read()).overview.read({ bucket, from, to })
  const rows = told.buckets.map((one) => [
    one.from.slice(0, 16),
    one.pending,
    one.under_way,
    one.chain_observed,
    one.merchant_accepted,
    one.confirmed,
    one.disputed,
    one.unpaid,
    one.rejected,
    one.expired,
    one.failed,
  ])
  // Hours in which nobody asked say nothing.
  output.table(
    { overview: told },
    TITLES,
    rows.filter(([, ...counts]) => counts.some((count) => count !== 0)),
  )
  const { p50_s, p90_s } = told.time_to_answer
  if (p50_s !== null) output.note(`Time to answer: ${p50_s} s median, ${p90_s} s at the 90th percentile.`)
  for (const { webhook_endpoint_id, hours, open } of told.deliveries) {
    const [delivered, failed] = [sum(hours.map((hour) => hour.delivered)), sum(hours.map((hour) => hour.failed))]
    output.note(`${webhook_endpoint_id}: ${delivered} delivered and ${failed} failed in 48 hours, ${open} waiting.`)
  }
}

const sum = (counts: readonly number[]): number => counts.reduce((all, count) => all + count, 0)

const QUERY = INPUTS['overview.read']

export const addOverview = (program: Command): void => {
  addCommand(program, 'overview', "Show the organization's requests over time", [
    'overview',
    'overview --by day --json',
  ])
    .addOption(takes(new Option('--by <length>', 'hour or day'), QUERY.bucket))
    .addOption(takes(new Option('--from <time>', 'start time'), QUERY.from))
    .addOption(takes(new Option('--to <time>', 'end time'), QUERY.to))
    .action(runs(overview))
}

// A request, payee, agent or domain of the organization, too.

const about = ({ payment, domain }: SearchHit): string =>
  payment ? `${payment.amount} ${payment.asset} to ${payment.payee}` : (domain ?? '')

const search = async ({ profiles, output }: Run, q: string): Promise<void> => {
  const { hits } = await merchantOf(profiles.read()).merchantSearch.find({ q })
  output.table(
    { hits },
    ['TYPE', 'STATUS', 'NAME', 'ABOUT', 'ID'],
    hits.map((hit) => [hit.type, hit.status, hit.name, about(hit), hit.id]),
  )
}

export const addSearch = (program: Command): void => {
  addCommand(program, 'search <text>', 'Find requests, payees, agents and domains', [
    'search order-10',
    'search "Harbour Books till"',
  ]).action(runs(search))
}
