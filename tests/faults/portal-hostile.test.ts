/**
 * 300 hostile texts in the portal: typed into every field, in every text that the service answers with, and kept by the
 * service where it takes them. No dialog, no violation of the content security policy, nothing shown as markup.
 */
import { FREE_BYTES_MAX, overridesIn } from '@pursestrings/contract/payment-requests/no-overrides'
import { ApiError } from '@pursestrings/sdk'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { HOSTILE } from '../e2e/hostile-strings.ts'
import { walkHostile } from '../e2e/portal-hostile.ts'
import { stock } from '../e2e/portal-stock.ts'
import { type PortalWorld, startPortalWorld } from '../e2e/portal-world.ts'
import { report } from './report.ts'

const AGENT = { runtime: 'node', environment: 'testnet', allowed_scopes: ['payment.requests.create'] } as const
const PIECE_BYTES = FREE_BYTES_MAX / 2

/** As many texts as one request takes, and the rest in the next. */
const inPieces = (texts: readonly string[]): string[][] => {
  const pieces: string[][] = [[]]
  for (const text of texts) {
    const last = pieces.at(-1) ?? []
    if (Buffer.byteLength(JSON.stringify([...last, text])) < PIECE_BYTES) last.push(text)
    else pieces.push([text])
  }
  return pieces
}

const figures: Record<string, unknown> = {}
let world: PortalWorld
beforeAll(async () => {
  world = await startPortalWorld()
}, 600_000)
afterAll(async () => {
  report('portal-hostile', figures)
  await world.stop()
}, 60_000)

test('300 texts in every answer and every field do nothing but stand there', { timeout: 1_800_000 }, async () => {
  const { page, faults, merchant } = await world.signedIn('ops@harbour-books.example', 'Harbour Books')
  const { ready, paths: stocked } = await stock(world, merchant)
  const paths = [...stocked]
  let kept = 0
  for (const name of HOSTILE) {
    await merchant.agents.create({ ...AGENT, name }).then(
      () => kept++,
      (error: unknown) => {
        if (!(error instanceof ApiError) || (error.status ?? 500) >= 500) throw error
      },
    )
  }
  for (const lines of inPieces(HOSTILE.filter((text) => overridesIn('display', { text }).length === 0))) {
    const { payment_request } = await ready.ask(`hostile-${paths.length}`, {
      display: { title: lines[0] ?? '', lines },
    })
    paths.push(`/requests/${ready.connection_id}/${payment_request.request_id}`)
  }
  const fields = [
    { path: '/domains' },
    { path: '/recipients' },
    { path: '/agents' },
    { path: '/requests' },
    { path: '/policies/new' },
    { path: '/settings' },
    { path: '/api-keys', open: 'Create a merchant key' },
    { path: '/api-keys?kind=project', open: 'Create a project' },
    { path: '/webhooks', open: 'Add an endpoint' },
    { path: '/members', open: 'Invite' },
  ]
  const walked = await walkHostile(page, { strings: HOSTILE, base: world.dev.portal_url, paths, fields })
  Object.assign(figures, { strings: HOSTILE.length, kept, pages: paths.length, ...walked, faults: faults.length })
  expect(faults).toEqual([])
  expect(HOSTILE).toHaveLength(300)
  expect(kept).toBeGreaterThan(150)
  expect(walked.shown).toBeGreaterThan(HOSTILE.length)
})
