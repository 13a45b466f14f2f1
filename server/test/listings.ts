/** A shop that lists payees, and an agent of an organization that does not know it; built by doing. */
import { randomBytes } from 'node:crypto'
import { uuidOf } from '@pursestrings/contract/wire/ids'
import { expect } from 'vitest'
import { newAgent } from './agent.ts'
import { type Asking, askingOver } from './asking.ts'
import type { Answer } from './call.ts'
import { ALL_SCOPES, newConnection, type TestConnection } from './connection.ts'
import { type MerchantWeb, startMerchantWeb } from './merchant-web.ts'
import { newOperator, type Operator } from './operator.ts'
import { LIST_FILE, newStellarAddress, proveHost } from './payee.ts'
import { until } from './until.ts'
import { startWorld, type World } from './world.ts'

export const SHOP = 'books.test'
export const SPECIFIED = ALL_SCOPES.filter((scope) => scope !== 'payees.resolve')

export type Facts = Readonly<Record<string, string>>
export const newFacts = (): Facts => ({ network: 'stellar_testnet', asset: 'XLM', address: newStellarAddress() })

export interface Listed {
  readonly facts: Facts
  readonly asking: Asking
}

export interface Listings {
  readonly web: MerchantWeb
  readonly world: World
  readonly operator: Operator
  readonly agent: TestConnection
  /** How often somebody read the shop's list. */
  reads: number
  connected(scopes?: readonly string[]): Promise<TestConnection>
  /** From now on the shop lists these alone. */
  shows(...recipients: object[]): void
  resolve(facts: Facts, more?: object, who?: Pick<TestConnection, 'call'>): Promise<Answer>
  /** A payee that the shop lists and the agent found. */
  listed(): Promise<Listed>
  /** Time passes for a listing: what only an administrator can do, with the triggers off. */
  seenBefore(asking: Asking, hours: number): Promise<unknown>
  stop(): Promise<void>
}

export const startListings = async (settings: Record<string, string> = {}): Promise<Listings> => {
  const web = await startMerchantWeb()
  const { files } = web
  const get = files.get.bind(files)
  files.get = (path) => {
    if (path === `${SHOP}${LIST_FILE}`) stage.reads++
    return get(path)
  }
  const world = await startWorld({ ...web.settings, LOG_KEY: randomBytes(32).toString('base64url'), ...settings })
  await until(async () => (await world.database.admin.query('select from log_state')).rowCount === 1)
  const operator = await newOperator(world)
  await proveHost(web, operator)
  const connected: Listings['connected'] = async (scopes = ALL_SCOPES) =>
    newConnection(world, { operator, agent: await newAgent(operator, { allowed_scopes: scopes }), requested: scopes })
  const agent = await connected()
  const stage: Listings = {
    web,
    world,
    operator,
    agent,
    reads: 0,
    connected,
    shows: (...recipients) => void files.set(`${SHOP}${LIST_FILE}`, JSON.stringify({ recipients })),
    resolve: (facts, more = {}, who = agent) =>
      who.call('POST', '/v1/payees/resolve', { body: { domain: SHOP, ...facts, ...more } }),
    async listed() {
      const facts = newFacts()
      stage.shows(facts)
      const { status, json } = await stage.resolve(facts)
      expect([status, json.error]).toEqual([200, undefined])
      return { facts, asking: askingOver(agent, { ...json, address: facts['address'] }) }
    },
    seenBefore: (asking, hours) =>
      world.database.admin.query(`begin; set local session_replication_role = replica;
        update recipients set listing_seen_at = now() - interval '${hours} hours' - interval '1 second'
          where recipient_id = '${uuidOf('rcp', asking.payee.recipient_id)}'; commit`),
    async stop() {
      await world.stop()
      await web.stop()
    },
  }
  return stage
}
