/** Many callers of one thing at once, through HTTP; what must hold is said by the test. */
import { expect } from 'vitest'
import { linkFor } from './operator.ts'
import type { World } from './world.ts'

const CALLERS = 64

/** All callers but one are refused with one identical answer. */
const oneWinner = async (world: World, path: string, body: object, status: number) => {
  const sent = { body, headers: { 'x-request-id': 'race' } }
  const answers = await Promise.all(Array.from({ length: CALLERS }, () => world.call('POST', path, sent)))
  const won = answers.filter((a) => a.status === status)
  const lost = answers.filter((a) => a.status !== status)
  expect(won.length).toBe(1)
  expect(new Set(lost.map((a) => `${a.status} ${a.text}`)).size).toBe(1)
  return won[0]?.json
}

/** A link, the grant it gives and the grant after that, each raced for. */
export const raceOneSignIn = async (world: World, email: string): Promise<void> => {
  const token = await linkFor(world, email)
  const { grant } = await oneWinner(world, '/v1/merchant-accounts/email-verifications', { token }, 200)
  const { grant: next } = await oneWinner(world, '/v1/merchants', { grant, name: 'Harbour Books' }, 201)
  await oneWinner(world, '/v1/merchant-sessions', { grant: next }, 201)
}

export const madeInAll = async ({ database }: World) => {
  const { rows } = await database.admin.query(
    'select (select count(*)::int from merchants) as merchants, (select count(*)::int from accounts) as accounts',
  )
  return rows[0] as { merchants: number; accounts: number }
}

/** How many cases a test draws: more of them with `npm run check -- --full` than in every check. */
export const drawn = ({ check, full }: { readonly check: number; readonly full: number }): number =>
  process.env.CHECK_FULL === '1' ? full : check
