/**
 * Agents ask for whoever a domain lists while the domain lists, takes back and lies, hours pass, and the process that answers is
 * killed. Nothing may be asked for that the domain did not list in the last day, and nothing signed once its withdrawal was seen.
 * In the end a stranger names 100,000 payees. `LISTINGS_SCHEDULES` and `LISTINGS_NAMED` say how many.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { freshKey } from '../../server/test/asking.ts'
import { type Answer, call } from '../../server/test/call.ts'
import { newConnection, type TestConnection } from '../../server/test/connection.ts'
import { type Facts, newFacts, SHOP, startListings } from '../../server/test/listings.ts'
import { newOperator } from '../../server/test/operator.ts'
import { LIST_FILE, newStellarAddress, proveHost } from '../../server/test/payee.ts'
import { startProcess } from '../../server/test/process.ts'
import { report } from './report.ts'

const SCHEDULES = Number(process.env.LISTINGS_SCHEDULES ?? 2_000)
const NAMED = Number(process.env.LISTINGS_NAMED ?? 100_000)
const LANES = 6
const STEPS = 12
const KILL_EVERY = 40
/** A listing serves so long after it was seen. */
const LASTS_H = 24
const NEW_PAYEES_MAX = 20
/** Leads to this machine, and may not be called. */
const INSIDE = 'quay.test'

const oneOf = <T>(choices: readonly T[]): T => choices[Math.floor(Math.random() * choices.length)] as T

test('nothing is asked for that no domain lists, whatever is listed, withdrawn, killed or said', {
  timeout: 3_600_000,
}, async () => {
  const stage = await startListings({ RATE_LIMIT_SCALE: '1000000', PENDING_MAX: '1000000', LOG_LEVEL: 'silent' })
  const { web, world } = stage
  const { admin } = world.database
  const { OUTBOUND_LOOPBACK = '' } = web.settings
  const outside = OUTBOUND_LOOPBACK.split(',').filter((one) => !one.startsWith(INSIDE))
  const settings = { ...world.settings, OUTBOUND_LOOPBACK: outside.join(','), LOG_LEVEL: 'info' }
  const first_only = newFacts()
  const record = `svc-recipient=stellar_testnet:${first_only['address']}`
  await web.publish({ [`_svc-recipient.${SHOP}`]: record }, 'first')

  const seen = {
    schedules: 0,
    resolved: 0,
    not_listed: 0,
    asked: 0,
    stale: 0,
    signed: 0,
    not_signed: 0,
    kills: 0,
    unanswered: 0,
    asked_unlisted: 0,
    signed_after_withdrawal: 0,
    listed_by_a_lie: 0,
    inside_read: 0,
    failed: 0,
  }

  /** What the shop's file says for each schedule. */
  const entries = new Map<object, object>()
  /** Hours since the domain last listed each; what several schedules name is one payee. */
  const unlisted_h = new Map<object, number>()
  const hoursOf = (facts: object): number => unlisted_h.get(facts) ?? Number.POSITIVE_INFINITY
  const isListed = (facts: object): boolean => [...entries.values()].includes(facts)
  const show = () => stage.shows(...entries.values())
  show()
  const get = web.files.get.bind(web.files)
  web.files.get = (path) => {
    if (path.startsWith(INSIDE)) seen.inside_read++
    return get(path)
  }

  let api = await startProcess('api', settings)
  let up: Promise<unknown> = Promise.resolve()
  const send = async (who: TestConnection, path: string, body: object): Promise<Answer | undefined> => {
    await up
    const headers = { authorization: `Bearer ${path.endsWith('/status') ? who.device.token : who.connection_token}` }
    const answer = await call(api.url, 'POST', path, { body, headers }).catch(() => undefined)
    if (answer === undefined) seen.unanswered++
    else if (answer.status >= 500) seen.failed++
    return answer
  }

  const play = async (who: TestConnection): Promise<void> => {
    const schedule = {}
    const facts: Facts = Math.random() < 0.02 ? first_only : newFacts()
    let found: { readonly recipient_id: string; readonly recipient_version_id: string } | undefined
    let request_id: string | undefined
    const says = (entry: object | undefined): void => {
      const was_listed = isListed(facts)
      if (entry === undefined) entries.delete(schedule)
      else entries.set(schedule, entry)
      if (was_listed || entry === facts) unlisted_h.set(facts, 0)
      show()
    }
    const isGone = async (): Promise<boolean> => {
      const text = `select from recipients r join recipient_versions v using (recipient_id)
        where v.network = 'stellar_testnet' and v.address = $1 and r.listing_gone_at > r.listing_seen_at`
      return (await admin.query(text, [facts['address']])).rowCount === 1
    }
    const lies = [
      () => says({ ...facts, asset: 'USD', issuer: newStellarAddress() }),
      () => says({ ...facts, address: newStellarAddress() }),
      () => says({ ...facts, memo: 'id:7' }),
      () => says({ recipient: facts }),
      () => void web.files.set(`${SHOP}${LIST_FILE}`, '{"recipients": ['),
      () => void web.files.set(`${INSIDE}${LIST_FILE}`, JSON.stringify({ recipients: [facts] })),
    ]
    const steps: Readonly<Record<string, () => unknown>> = {
      list: () => says(facts),
      withdraw: () => says(undefined),
      lie: () => oneOf(lies)(),
      async resolve() {
        const before_h = hoursOf(facts)
        const answer = await send(who, '/v1/payees/resolve', { domain: SHOP, ...facts })
        if (answer?.status === 422) seen.not_listed++
        if (answer?.status !== 200) return
        seen.resolved++
        if (Math.min(before_h, hoursOf(facts)) > LASTS_H) seen.listed_by_a_lie++
        found = answer.json
      },
      async inside() {
        const answer = await send(who, '/v1/payees/resolve', { domain: INSIDE, ...facts })
        if (answer?.status === 200) seen.listed_by_a_lie++
      },
      async ask() {
        if (found === undefined) return
        const before_h = hoursOf(facts)
        const answer = await send(who, '/v1/payment-requests', {
          recipient_id: found.recipient_id,
          recipient_version_id: found.recipient_version_id,
          payment: { amount: '12.5' },
          policy: { requires_user_approval: true },
          idempotency_key: freshKey(),
        })
        if (answer?.status === 409) seen.stale++
        if (answer?.status !== 201) return
        seen.asked++
        if (Math.min(before_h, hoursOf(facts)) > LASTS_H) seen.asked_unlisted++
        request_id = answer.json.payment_request.request_id
      },
      async sign() {
        const id = request_id
        if (id === undefined) return
        const was_gone = await isGone()
        const answer = await send(who, `/v1/payment-requests/${id}/status`, { status: 'signed' })
        // What was said once may be said again.
        if (answer?.status !== 409) request_id = undefined
        if (answer?.status === 409) seen.not_signed++
        if (answer?.status !== 200) return
        seen.signed++
        if (was_gone && (await isGone())) seen.signed_after_withdrawal++
      },
      async pass() {
        const hours = oneOf([1, 6, 13, 21, 25])
        const before_h = hoursOf(facts)
        const was_listed = isListed(facts)
        await admin.query(`begin; set local session_replication_role = replica;
          update recipients set listing_seen_at = listing_seen_at - interval '${hours} hours',
              listing_gone_at = listing_gone_at - interval '${hours} hours'
            where recipient_id in (select recipient_id from recipient_versions
              where network = 'stellar_testnet' and address = '${facts['address']}'); commit`)
        // The service knows of these hours now. What was listed meanwhile was seen later than they began.
        if (!was_listed && !isListed(facts) && hoursOf(facts) === before_h) unlisted_h.set(facts, before_h + hours)
      },
      look: () => (Math.random() < 0.2 ? world.runJob('listing-looks') : undefined),
    }
    const names = Object.keys(steps)
    for (let n = 0; n < STEPS; n++) {
      // Most payees begin as they should.
      const name = n < 3 && Math.random() < 0.7 ? ['list', 'resolve', 'ask'][n] : oneOf(names)
      const beside = Math.random() < 0.3 ? oneOf(['ask', 'resolve', 'sign', 'withdraw', 'list']) : undefined
      await Promise.all([steps[name as string]?.(), beside && beside !== name && steps[beside]?.()])
    }
    says(undefined)
    seen.schedules++
  }

  const lanes = await Promise.all(Array.from({ length: LANES }, () => stage.connected()))
  let begun = 0
  const over = new AbortController()
  const playing = Promise.all(
    lanes.map(async (who) => {
      while (begun++ < SCHEDULES) await play(who)
    }),
  ).finally(() => over.abort())
  for (let next = KILL_EVERY; !over.signal.aborted; ) {
    await pause(20)
    if (seen.schedules < next) continue
    next = seen.schedules + KILL_EVERY
    seen.kills++
    up = (async () => {
      await api.end('SIGKILL')
      api = await startProcess('api', settings)
    })()
    await up
  }
  await playing
  await api.end()

  const bounded = await startProcess('api', { ...settings, RATE_LIMIT_SCALE: '1' })
  const operator = await newOperator(world, 'Quay Records')
  await proveHost(web, operator, 'held.shop.test')
  const stranger = await newConnection(world, { operator })
  stage.reads = 0
  let named = 0
  const statuses: Record<string, number> = {}
  const name = async (): Promise<void> => {
    while (named++ < NAMED) {
      const headers = { authorization: `Bearer ${stranger.connection_token}` }
      const body = { domain: SHOP, ...newFacts() }
      const { status } = await call(bounded.url, 'POST', '/v1/payees/resolve', { body, headers })
      statuses[status] = (statuses[status] ?? 0) + 1
    }
  }
  await Promise.all(Array.from({ length: LANES }, name))
  await bounded.end()
  const figures = { ...seen, named: NAMED, answers_to_stranger: statuses, looks_for_stranger: stage.reads }
  await stage.stop()
  report('listings', figures)
  expect(figures).toMatchObject({
    asked_unlisted: 0,
    signed_after_withdrawal: 0,
    listed_by_a_lie: 0,
    inside_read: 0,
    failed: 0,
  })
  expect(figures.looks_for_stranger).toBeLessThanOrEqual(NEW_PAYEES_MAX)
  expect(seen.unanswered).toBeLessThanOrEqual(seen.kills * LANES * 2)
  for (const count of ['resolved', 'not_listed', 'asked', 'stale', 'signed', 'not_signed', 'kills'] as const)
    expect([count, seen[count] > 0]).toEqual([count, true])
  expect(seen.asked).toBeGreaterThan(SCHEDULES / 4)
})
