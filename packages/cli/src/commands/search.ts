/** `search`: a request, payee, agent or domain of the organization by what is known of it. */
import type { SearchHit } from '@pursestrings/sdk'
import type { Command } from 'commander'
import { merchantOf } from '../clients.ts'
import { addCommand, type Run, runs } from '../run.ts'

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
